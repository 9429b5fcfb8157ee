/** The faces of Noto that reports are set in: a file for each slice of a script and weight, opened when it is needed. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';
import { forgiveMissingAnchors } from './forgiving-shaper.ts';
import { readWoff } from './read-woff.ts';

export type Weight = 400 | 700;

/** Asked for a letter in this order. */
const FAMILIES = [
  'noto-sans',
  'noto-sans-arabic',
  'noto-sans-hebrew',
  'noto-sans-armenian',
  'noto-sans-georgian',
  'noto-sans-ethiopic',
  'noto-sans-bengali',
  'noto-sans-gujarati',
  'noto-sans-gurmukhi',
  'noto-sans-kannada',
  'noto-sans-malayalam',
  'noto-sans-sinhala',
  'noto-sans-tamil',
  'noto-sans-telugu',
  'noto-sans-thai',
  'noto-sans-lao',
  'noto-sans-khmer',
  'noto-sans-myanmar',
  'noto-sans-sc',
  'noto-sans-kr',
  'noto-sans-oriya',
  'noto-serif-tibetan',
  'noto-sans-thaana',
  'noto-sans-syriac',
  'noto-sans-nko',
  'noto-sans-ol-chiki',
  'noto-sans-meetei-mayek',
  'noto-sans-javanese',
  'noto-sans-cherokee',
  'noto-sans-canadian-aboriginal',
  'noto-sans-tifinagh',
  'noto-sans-symbols',
  'noto-sans-symbols-2',
  'noto-emoji',
];
const EMOJI = 'noto-emoji';
const ONE_WEIGHT = new Set(['noto-sans-nko', 'noto-sans-tifinagh', 'noto-sans-symbols-2']);
const UNKNOWN = 0xfffd;

/** One file of a face. */
export interface Face {
  /** Unlike that of any other. */
  name: string;
  /** OpenType. */
  bytes: Buffer;
  font: Font;
}

interface Slice {
  family: string;
  name: string;
  ranges: [number, number][];
}

let slices: Slice[] | undefined;
const faces = new Map<string, Face>();
const facesByLetter = new Map<string, Face>();

/** Whether any face has this letter. */
export function isDrawn(codePoint: number): boolean {
  return hasLetter(faceOf(codePoint, 400), codePoint);
}

/** The face that has this letter, or the one of the sign for letters that none has. */
export function faceOf(codePoint: number, weight: Weight): Face {
  const key = `${codePoint}/${weight}`;
  let face = facesByLetter.get(key);
  if (!face) facesByLetter.set(key, (face = findFace(codePoint, weight) ?? faceOf(UNKNOWN, weight)));
  return face;
}

/** The face of emoji, which has their sequences too. */
export function emojiFace(weight: Weight): Face {
  return openFace(EMOJI, 'emoji', weight);
}

export function hasLetter({ font }: Face, codePoint: number): boolean {
  return font.hasGlyphForCodePoint(codePoint);
}

function findFace(codePoint: number, weight: Weight): Face | null {
  for (const { family, name, ranges } of (slices ??= FAMILIES.flatMap(slicesOf))) {
    if (!ranges.some(([from, to]) => codePoint >= from && codePoint <= to)) continue;
    const face = openFace(family, name, weight);
    if (hasLetter(face, codePoint)) return face;
  }
  return null;
}

function openFace(family: string, slice: string, weight: Weight): Face {
  const drawn = ONE_WEIGHT.has(family) ? 400 : weight;
  const name = `${family}-${slice}-${drawn}-normal`;
  const opened = faces.get(name);
  if (opened) return opened;
  const bytes = readWoff(readFileSync(join(folderOf(family), 'files', `${name}.woff`)));
  const face = { name, bytes, font: create(bytes) as Font };
  forgiveMissingAnchors(face.font);
  faces.set(name, face);
  return face;
}

/**
 * A package's list of slices, with their ranges as style sheets write them. That of the script comes first: another may
 * have some of its letters, which would not join with the rest.
 */
function slicesOf(family: string): Slice[] {
  const listed = JSON.parse(readFileSync(join(folderOf(family), 'unicode.json'), 'utf8')) as Record<string, string>;
  const script = family.replace(/^noto-(sans|serif)-/, '');
  return Object.entries(listed)
    .map(([name, ranges]) => ({
      family,
      name: family === EMOJI ? 'emoji' : name.replace(/^\[(\d+)\]$/, '$1'),
      ranges: ranges.split(',').map(readRange),
    }))
    .toSorted((a, b) => Number(b.name === script) - Number(a.name === script));
}

function readRange(text: string): [number, number] {
  const [from = '', to = from] = text.trim().replace(/^U\+/i, '').split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}

function folderOf(family: string): string {
  return dirname(fileURLToPath(import.meta.resolve(`@fontsource/${family}/LICENSE`)));
}
