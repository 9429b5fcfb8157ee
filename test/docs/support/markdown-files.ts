import { readdirSync, readFileSync } from 'node:fs';
import { projectFile } from './read-samples.ts';

const SKIPPED = ['node_modules'];

/** The Markdown files of the project, from its root. */
export function markdownFiles(folder = ''): string[] {
  return readdirSync(projectFile(folder || '.'), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}${entry.name}`;
    if (entry.isDirectory()) {
      return SKIPPED.includes(entry.name) || entry.name.startsWith('.') ? [] : markdownFiles(`${path}/`);
    }
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

/** Its text without fenced blocks and code in a line, where brackets and hashes mean something else. */
export function proseOf(path: string): string {
  return readFileSync(projectFile(path), 'utf8')
    .replaceAll(/^( *)(`{3,})[^]*?^\1\2$/gm, '')
    .replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, ' '));
}

/** What GitHub calls the headings of a file, for links to them. */
export function anchorsOf(path: string): string[] {
  const seen = new Map<string, number>();
  const headings = [...proseOf(path).matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading]) => heading!);
  return headings.map((heading) => {
    const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = plain.replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-');
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return times === 0 ? slug : `${slug}-${times}`;
  });
}
