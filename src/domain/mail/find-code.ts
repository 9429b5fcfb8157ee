/** What is called a code, in the languages of directories. Latin words are compared without marks, in lower case. */
const LATIN = [
  ...['code', 'codes', 'passcode', 'pin', 'otp', 'token', 'verify', 'verification', 'confirm', 'confirmation'],
  ...['einmalpasswort', 'bestatigen', 'bestatigung', 'kode', 'codigo', 'clave', 'verificacion', 'verificacao'],
  ...['codice', 'verifica', 'verificatie', 'kod', 'kodu', 'kodas', 'koodi', 'koden', 'koder', 'cod', 'codul'],
  ...['dogrulama', 'overovaci', 'weryfikacyjny', 'kodeverifikasi', 'verifikasi', 'xac', 'ma', 'verifieringskod'],
];
const COMPOUNDS = /(?:code|kode|codes|kod|koden)$/;
const OTHER_SCRIPTS =
  /код|пароль|κωδικ|コード|認証|確認|暗証|验证码|驗證碼|校验码|代码|代碼|动态码|코드|인증|رمز|קוד|कोड|รหัส|otp/u;

/** 4 to 8 letters and digits, or digits in two groups; a letter and dash may come first, as in G-123456. */
const CANDIDATE =
  /(?<![\p{L}\p{N}_@#$€£¥+/=%&?.-])(?:[A-Z]-)?(\p{Nd}{3,4}[ -]\p{Nd}{3,4}|[A-Za-z0-9]{4,8})(?![\p{L}\p{N}_@/=%-]|[.:,]\p{N})/gu;
const CJK_EDGES =
  /([\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af])(?=[A-Za-z0-9])|([A-Za-z0-9])(?=[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af])/gu;

/** Of a mail no more is looked at. */
const MAX_LENGTH = 20_000;
const MAX_LINES = 400;
/** Lines with something on them between the word and its code. */
const MAX_DISTANCE = 3;

interface Candidate {
  code: string;
  score: number;
}

/**
 * The verification code in a mail: 4 to 8 digits, or capitals and digits, near a word for it; null where there is none.
 * Spaces and dashes within it are left out. What is part of an address, a price, a date or a telephone number is none.
 */
export function findCode(subject: string, text: string): string | null {
  const lines = `${subject}\n${text.slice(0, MAX_LENGTH)}`
    .split('\n')
    .slice(0, MAX_LINES)
    .map(plain)
    .filter((line) => line !== '');
  let best: Candidate | null = null;
  let lastWordAt = -Infinity;
  for (const [at, line] of lines.entries()) {
    const word = lastWordIn(line);
    for (const candidate of candidatesIn(line, word, at - lastWordAt)) {
      if (!best || candidate.score > best.score) best = candidate;
    }
    if (word !== null) lastWordAt = at;
  }
  return best?.code ?? null;
}

/** Without what looks like a code and is none: addresses of pages and mailboxes, dates, times, numbers with signs. */
function plain(line: string): string {
  return line
    .slice(0, 1_000)
    .replace(/[，、。；]/g, ' ')
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/https?:\/\/\S+|www\.\S+|\S+@\S+/giu, ' ')
    .replace(/\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}:\d{2}(?::\d{2})?/g, ' ')
    .replace(/\+\d[\d ().-]{6,}|\(\d{2,4}\)[\d ().-]{5,}|(?:\d{2,4}[ .-]){2,}\d{2,4}/g, ' ')
    .replace(/[$€£¥] ?\d[\d.,]*|\d[\d.,]* ?(?:[$€£¥%]|USD|EUR)/g, ' ')
    .replace(CJK_EDGES, '$1$2 ')
    .replace(/[*_`]+/g, ' ')
    .trim();
}

interface Word {
  from: number;
  to: number;
}

/** Every word for a code in a line; null for none. */
function lastWordIn(line: string): Word[] | null {
  const words: Word[] = [];
  for (const match of line.matchAll(/[\p{L}\p{M}]+/gu)) {
    const name = match[0].normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i');
    const isWord = LATIN.includes(name) || COMPOUNDS.test(name) || OTHER_SCRIPTS.test(match[0].toLowerCase());
    if (isWord) words.push({ from: match.index, to: match.index + match[0].length });
  }
  return words.length > 0 ? words : null;
}

function* candidatesIn(line: string, words: Word[] | null, linesSinceWord: number): Generator<Candidate> {
  for (const match of line.matchAll(CANDIDATE)) {
    const code = match[1]!.replaceAll(/[ -]/g, '');
    const isAlone = line.replaceAll(/[^\p{L}\p{N}]/gu, '') === match[0].replaceAll(/[^\p{L}\p{N}]/gu, '');
    const nearest = words && gapTo(line, words, match.index, match.index + match[0].length);
    const isNamed = nearest !== null && nearest.isNamed;
    if (!isPlausible(code, isAlone && linesSinceWord <= MAX_DISTANCE, isNamed)) continue;
    if (nearest === null && linesSinceWord > MAX_DISTANCE) continue;
    const near = nearest ? 6 - Math.min(4, nearest.gap / 20) : 5 - linesSinceWord;
    const score = near + (isAlone ? 3 : 0) + (isNamed ? 3 : 0) + (code.length === 6 ? 1 : 0) - (isYear(code) ? 4 : 0);
    if (score >= 2) yield { code, score };
  }
}

/** How far the nearest word is, and whether one names the code: with nothing but a few marks or short words between. */
function gapTo(line: string, words: Word[], from: number, to: number): { gap: number; isNamed: boolean } | null {
  const gaps: number[] = [];
  let isNamed = false;
  for (const word of words) {
    if (word.from < to && word.to > from) continue;
    gaps.push(word.to <= from ? from - word.to : word.from - to);
    isNamed ||= word.to <= from ? NAMING.test(line.slice(word.to, from)) : NAMED.test(line.slice(to, word.from));
  }
  return gaps.length > 0 ? { gap: Math.min(...gaps), isNamed } : null;
}

/** What may stand between the word and the code that it names: "is", "lautet", a colon, quotes. */
const NAMING = /^\s*(?:\p{L}{1,6}\s*)?[:=：-]?\s*(?:\p{L}{1,3}\s+)?["'“„«(\[【]?$/u;

/** What may stand between the code and the word for it that follows: "is your", "ist Ihr". */
const NAMED = /^["'”“»)\]】]*\s+(?:is|ist|est|es|é|è|jest|är|je|este|adalah)\s+(?:[\p{L}\p{N}'’-]{1,20}\s+){0,4}$/iu;

/** Digits may stand anywhere near; letters only where the mail says that they are the code. */
function isPlausible(code: string, isAlone: boolean, isNamed: boolean): boolean {
  if (/^\d+$/.test(code)) return code.length >= 4 && code.length <= 8;
  if (code.length > 8 || code.length < 4 || /\p{Nd}/u.test(code.replaceAll(/[0-9]/g, ''))) return false;
  if (/[0-9]/.test(code))
    return (
      /[A-Za-z]/.test(code) &&
      (isAlone || isNamed) &&
      !/^\d+(?:st|nd|rd|th|px|min|mins|hrs?|days?|hours?|minutes?)$/i.test(code)
    );
  return /^[A-Z]+$/.test(code) && (isAlone || isNamed) && !COMMON.has(code);
}

function isYear(code: string): boolean {
  return /^(?:19|20)\d\d$/.test(code);
}

const COMMON = new Set(
  'CODE CODES HELLO DEAR THANKS TEAM VERIFY CONFIRM EMAIL LOGIN HERE CLICK BELOW ABOVE NOTE HTTPS HTTP THIS THAT YOUR WITH FROM PLEASE SIGN ACCOUNT PASSWORD WELCOME SUPPORT SECURITY'.split(
    ' ',
  ),
);
