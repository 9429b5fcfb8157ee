/** Sets text of any script in a PDF: measures, breaks into lines, and draws. Sizes are in points. */
import { clustersOf, directionOf, isPlain, runsOf, type Direction, type Run } from './runs.ts';
import type { Face, Weight } from './faces.ts';
import { withKnownLetters } from './known-letters.ts';

export interface TextStyle {
  size: number;
  weight: Weight;
  /** `#rrggbb`. */
  color: string;
}

export interface Line {
  text: string;
  pieces: (Run & { width: number })[];
  width: number;
  direction: Direction;
}

export interface Typesetter {
  /** A text in one line, however long. */
  line(text: string, style: TextStyle): Line;
  /** A text in lines of a width; what does not fit into `maxLines` ends in an ellipsis. */
  lines(text: string, style: TextStyle, width: number, maxLines: number): Line[];
  /** Draws a line from its left edge on, standing on `baseline`. */
  draw(line: Line, style: TextStyle, x: number, baseline: number): void;
}

const ELLIPSIS = '…';
/** Whole texts are shaped, so that the words of a phrase that runs from right to left stand in their order. */
const SHAPED = { features: [] };
/** No letter that takes room is narrower, as a share of the size. */
const NARROWEST = 0.15;

/** Scripts without spaces, any letter of which may end a line. */
const SPACELESS =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Javanese}';
/** Pieces between which a line may end: words with the spaces after them, and parts of addresses. */
const BREAKABLE = new RegExp(
  `[${SPACELESS}]\\p{M}*[、。，．！？」）]*|(?:[^\\s/?&${SPACELESS}]+[/?&]*|[/?&]+)\\s*|\\s+`,
  'gu',
);

export function createTypesetter(doc: PDFKit.PDFDocument): Typesetter {
  const registered = new Set<string>();
  const known = new Map<string, Line>();

  function take({ name, bytes }: Face, size: number): PDFKit.PDFDocument {
    if (!registered.has(name)) doc.registerFont(name, bytes);
    registered.add(name);
    return doc.font(name).fontSize(size);
  }

  function widthOf({ text, face }: Run, { size }: TextStyle): number {
    return take(face, size).widthOfString(text, SHAPED);
  }

  function lineOf(text: string, direction: Direction, style: TextStyle): Line {
    const key = `${style.weight} ${style.size} ${direction} ${text}`;
    let line = known.get(key);
    if (!line) {
      const pieces = runsOf(text, direction, style.weight).map((run) => ({ ...run, width: widthOf(run, style) }));
      known.set(key, (line = { text, pieces, width: pieces.reduce((sum, { width }) => sum + width, 0), direction }));
    }
    return line;
  }

  /** As much of a text as fits with an ellipsis at its end. */
  function cut(text: string, direction: Direction, style: TextStyle, width: number): Line {
    const clusters = clustersOf(text.trimEnd());
    let [least, most] = [0, clusters.length];
    while (least < most) {
      const middle = Math.ceil((least + most) / 2);
      const shown = clusters.slice(0, middle).join('').trimEnd() + ELLIPSIS;
      if (lineOf(shown, direction, style).width <= width) least = middle;
      else most = middle - 1;
    }
    return lineOf(clusters.slice(0, least).join('').trimEnd() + ELLIPSIS, direction, style);
  }

  /** A word that is wider than a line, in pieces that are not. */
  function split(word: string, direction: Direction, style: TextStyle, width: number): string[] {
    if (lineOf(word.trimEnd(), direction, style).width <= width) return [word];
    const parts = [''];
    let used = 0;
    for (const cluster of clustersOf(word)) {
      const taken = lineOf(cluster, direction, style).width;
      if (used + taken > width && parts.at(-1) !== '') {
        parts.push('');
        used = 0;
      }
      parts[parts.length - 1] += cluster;
      used += taken;
    }
    return parts;
  }

  return {
    line(text, style) {
      const cleaned = clean(text);
      return lineOf(cleaned, directionOf(cleaned), style);
    },

    lines(text, style, width, maxLines) {
      const most = Math.ceil(width / (style.size * NARROWEST)) * (maxLines + 1);
      const cleaned = clean(text.slice(0, most));
      const direction = directionOf(cleaned);
      const words = (cleaned.match(BREAKABLE) ?? []).flatMap((word) => split(word, direction, style, width));
      const texts: string[] = [];
      let current = '';
      let used = 0;
      for (const word of words) {
        if (current !== '' && used + lineOf(word.trimEnd(), direction, style).width > width) {
          texts.push(current);
          if (texts.length > maxLines) break;
          current = '';
          used = 0;
        }
        current += word;
        used += lineOf(word, direction, style).width;
      }
      if (texts.length <= maxLines && current !== '') texts.push(current);
      const shown = texts.slice(0, maxLines).map((one) => lineOf(one.trimEnd(), direction, style));
      if (texts.length > maxLines)
        shown[maxLines - 1] = cut(texts.slice(maxLines - 1).join(''), direction, style, width);
      return shown;
    },

    draw(line, { size, color }, x, baseline) {
      let at = x;
      // Shaped glyphs stand in another order than their letters: whoever reads or copies is told these.
      const isShaped = !isPlain(line.text);
      if (isShaped) doc.markContent('Span', { actual: line.text });
      for (const { text, face, width } of line.pieces) {
        take(face, size)
          .fillColor(color)
          .text(text, at, baseline, { ...SHAPED, lineBreak: false, baseline: 'alphabetic' });
        at += width;
      }
      if (isShaped) doc.endMarkedContent();
    },
  };
}

/** Without control characters and halves of letters, in one line, in letters that can be drawn. */
function clean(text: string): string {
  const cleaned = text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/[\u202A-\u202E\u2066-\u2069\u200B\uFEFF]/gu, '')
    .trim();
  return isPlain(cleaned) ? cleaned : withKnownLetters(cleaned);
}
