import { isDrawn } from './faces.ts';

/** What is drawn with the letter before it. */
const JOINED = /^[\p{M}\p{Cf}]$/u;

const UNKNOWN = '\ufffd';

const forms = new Map<string, string>();

/**
 * A text whose letters that no face has are replaced by plain ones that mean the same, such as `A` for the `𝗔` of
 * mathematics, or else by the sign for letters that are not known.
 */
export function withKnownLetters(text: string): string {
  return Array.from(text, (letter) => {
    let form = forms.get(letter);
    if (form === undefined) forms.set(letter, (form = knownForm(letter)));
    return form;
  }).join('');
}

function knownForm(letter: string): string {
  if (JOINED.test(letter) || isDrawn(letter.codePointAt(0)!)) return letter;
  const plain = letter.normalize('NFKC');
  return Array.from(plain).every((one) => isDrawn(one.codePointAt(0)!)) ? plain : UNKNOWN;
}
