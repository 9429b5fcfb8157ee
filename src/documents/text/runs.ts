/** A line of text as it is drawn: in pieces of one face and direction, from left to right. */
import bidiFactory from 'bidi-js';
import { emojiFace, faceOf, hasLetter, type Face, type Weight } from './faces.ts';

export type Direction = 'ltr' | 'rtl';

export interface Run {
  /** As the face's shaper takes it. */
  text: string;
  face: Face;
}

interface Cluster {
  text: string;
  face: Face;
  level: number;
}

// Its types describe an ES module, which it is not.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Each letter of these stands for itself; asking the segmenter takes a hundred times as long. */
const LATIN = /^[\x20-\x7E\xA0-\xA8\xAA-\xAD\xAF-\u024F]*$/;
/** All in one face, and none of it needs shaping or turning round. */
const PLAIN = /^[\x20-\x7E\xA0-\xA8\xAA-\xAD\xAF-\xFF\u2010-\u2027]*$/;
const A_LETTER = 0x61;
const EMOJI = /\p{Emoji_Presentation}|\p{Emoji}\uFE0F|[\u{1F1E6}-\u{1F1FF}]/u;
const NEUTRAL = /^[\p{Script=Common}\p{Script=Inherited}]+$/u;
/** Letters of the scripts that a shaper knows to run from right to left. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Whether a text is drawn letter by letter, as it is written. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/** What a reader takes for one letter each. */
export function clustersOf(text: string): string[] {
  if (LATIN.test(text)) return text.split('');
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** Which way a text runs, by its first letter that has a direction. */
export function directionOf(text: string): Direction {
  return bidi.getEmbeddingLevels(text).paragraphs[0]?.level === 1 ? 'rtl' : 'ltr';
}

/** The pieces of one line, from left to right. */
export function runsOf(text: string, direction: Direction, weight: Weight): Run[] {
  if (direction === 'ltr' && isPlain(text)) return text === '' ? [] : [{ text, face: faceOf(A_LETTER, weight) }];
  const pieces: Cluster[] = [];
  for (const cluster of withLevels(text, direction, weight)) {
    const last = pieces.at(-1);
    if (last?.face === cluster.face && last.level === cluster.level) last.text += cluster.text;
    else pieces.push({ ...cluster });
  }
  return inVisualOrder(pieces).map(({ text: piece, face, level }) => ({
    text: level % 2 === 0 ? piece : backwards(piece),
    face,
  }));
}

function withLevels(text: string, direction: Direction, weight: Weight): Cluster[] {
  const { levels } = bidi.getEmbeddingLevels(text, direction);
  let at = 0;
  let face: Face | null = null;
  return clustersOf(text).map((cluster) => {
    const level = levels[at]!;
    at += cluster.length;
    face = faceOfCluster(cluster, weight, face);
    return { text: cluster, face, level };
  });
}

/** Spaces and punctuation stay with the letters before them, so that the shaper sees whole phrases. */
function faceOfCluster(cluster: string, weight: Weight, previous: Face | null): Face {
  if (EMOJI.test(cluster)) return emojiFace(weight);
  const codePoint = cluster.codePointAt(0)!;
  const stays = previous !== null && previous !== emojiFace(weight) && NEUTRAL.test(cluster);
  if (stays && hasLetter(previous, codePoint)) return previous;
  return faceOf(codePoint, weight);
}

/** Rule L2 of the bidirectional algorithm: from the highest level down, what stands at it or above is turned round. */
function inVisualOrder(pieces: Cluster[]): Cluster[] {
  const ordered = [...pieces];
  const highest = Math.max(0, ...pieces.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < ordered.length; from++) {
      if (ordered[from]!.level < level) continue;
      let to = from;
      while (to < ordered.length && ordered[to]!.level >= level) to++;
      ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = to;
    }
  }
  return ordered;
}

/** What runs from right to left: shapers turn letters round themselves, but not what has none, and mirror no brackets. */
function backwards(text: string): string {
  const mirrored = clustersOf(text).map((cluster) => bidi.getMirroredCharacter(cluster) ?? cluster);
  return (RIGHT_TO_LEFT.test(text) ? mirrored : mirrored.reverse()).join('');
}
