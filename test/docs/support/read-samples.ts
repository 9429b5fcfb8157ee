import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../../', import.meta.url);

/**
 * A fenced block of a guide. What follows the language says what a test does with it, for which `docs/README.md` has the
 * words: `sh run`, `sh run terminal=listen`, `json output`, `text output of=listen`, `ts file=receiver.ts`.
 */
export interface Sample {
  language: string;
  /** A word without `=` has an empty value. */
  words: Map<string, string>;
  text: string;
  /** Where to look, as `docs/guides/webhooks.md:17`. */
  place: string;
}

/** The path of a file of the project. */
export function projectFile(path: string): string {
  return fileURLToPath(new URL(path, ROOT));
}

/** The fenced blocks of a Markdown file, in their order. @param path from the project's root */
export function readSamples(path: string): Sample[] {
  const samples: Sample[] = [];
  let open: (Sample & { fence: string; indent: number; lines: string[] }) | null = null;
  for (const [index, line] of readFileSync(projectFile(path), 'utf8').split('\n').entries()) {
    const [, indent = '', fence, info = ''] = /^( *)(`{3,})(.*)$/.exec(line) ?? [];
    if (open && fence === open.fence && info === '') {
      samples.push({ ...open, text: `${open.lines.join('\n')}\n` });
      open = null;
    } else if (open) {
      open.lines.push(line.slice(open.indent));
    } else if (fence) {
      const [language = '', ...words] = info.trim().split(/\s+/);
      const place = `${path}:${index + 1}`;
      const named = new Map(words.map((word) => word.split('=', 2) as [string, string?]).map(([k, v = '']) => [k, v]));
      open = { language, words: named, text: '', place, fence, indent: indent.length, lines: [] };
    }
  }
  if (open) throw new Error(`${open.place} opens a block that nothing closes`);
  return samples;
}
