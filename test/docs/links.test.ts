import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import type { Command } from 'commander';
import { createProgram } from '../../src/admin/program.ts';
import { createListenProgram } from '../../src/listen/program.ts';
import { anchorsOf, markdownFiles, proseOf } from './support/markdown-files.ts';
import { projectFile } from './support/read-samples.ts';

const FILES = markdownFiles();
const { scripts } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

describe('the documentation', () => {
  it('has no link to a file or a heading that is not there', () => {
    const broken = FILES.flatMap((path) =>
      linksOf(path)
        .filter((link) => !leadsSomewhere(path, link))
        .map((link) => `${path}: ${link}`),
    );
    assert.deepEqual(broken, []);
  });

  it('names no script of npm that is not there', () => {
    const named = FILES.flatMap((path) => matches(path, /\bnpm (?:run(?: -s)? ([\w:-]+)|(start|test)\b)/g));
    assert.ok(named.length > 50);
    assert.deepEqual(
      named.filter(({ words }) => !(words[0]! in scripts)),
      [],
    );
  });

  it('names no command or switch of operators and of `npm run listen` that is not there', () => {
    const admin = createProgram(() => Promise.resolve());
    const listen = createListenProgram({ apiKey: undefined, apiUrl: '' }, () => Promise.resolve());
    const faults = FILES.flatMap((path) => [
      ...commandLines(path, 'admin').map((line) => [path, line, faultOf(admin, line)]),
      ...commandLines(path, 'listen').map((line) => [path, line, faultOf(listen, line)]),
    ]);
    assert.ok(faults.length > 30);
    assert.deepEqual(
      faults.filter(([, , fault]) => fault !== null),
      [],
    );
  });
});

function linksOf(path: string): string[] {
  const links = [...proseOf(path).matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$/gm)].map(([, a, b]) => (a ?? b)!);
  return links.filter((link) => !/^[a-z]+:/.test(link));
}

function leadsSomewhere(path: string, link: string): boolean {
  const [target = '', anchor] = link.split('#');
  const file = target === '' ? path : posix.join(posix.dirname(path), decodeURI(target));
  if (!existsSync(projectFile(file))) return false;
  return anchor === undefined || !file.endsWith('.md') || anchorsOf(file).includes(anchor);
}

function matches(path: string, pattern: RegExp): { path: string; words: string[] }[] {
  const found = [...readFileSync(projectFile(path), 'utf8').matchAll(pattern)];
  return found.map(([, ...groups]) => ({
    path,
    words: (groups as (string | undefined)[]).filter((group) => group !== undefined),
  }));
}

/** What follows `npm run <script> --`, to the end of the line, the pipe or the code. */
function commandLines(path: string, script: string): string[] {
  const text = readFileSync(projectFile(path), 'utf8').replaceAll('\\\n', ' ');
  const pattern = new RegExp(`\\bnpm run (?:-s )?${script} -- ([^\`\\n|>&]+)`, 'g');
  return [...text.matchAll(pattern)].map(([, line]) => line!.replace(/\s#.*$/, '').trim());
}

/** What is wrong with the names in a command line; its values may be anything. */
function faultOf(program: Command, line: string): string | null {
  let command = program;
  const words = line.replaceAll(/'[^']*'|"[^"]*"/g, 'value').split(/\s+/);
  for (const word of words) {
    const next: Command | undefined = command.commands.find((each) => each.name() === word);
    if (next) command = next;
    else if (command.commands.length > 0 && /^[a-z][a-z-]*$/.test(word)) return `there is no ${command.name()} ${word}`;
    if (word.startsWith('--') && !isSwitch(command, word)) return `${command.name()} takes no ${word}`;
  }
  return null;
}

function isSwitch(command: Command, word: string): boolean {
  const name = word.split('=')[0]!;
  return name === '--help' || command.options.some(({ long }) => long === name);
}
