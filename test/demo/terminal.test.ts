import assert from 'node:assert/strict';
import { stripVTControlCharacters } from 'node:util';
import { createTerminal } from '../../src/demo/terminal.ts';

describe('terminal of the demo', () => {
  it('says how long each step took when the next thing is said', () => {
    const { terminal, written, pass } = newTerminal();
    terminal.step('Starting');
    pass(1_250);
    terminal.step('Going on');
    pass(300);
    terminal.print('Done.');
    assert.deepEqual(
      written().map((line) => line.split(/ {2,}/)),
      [['', 'Starting', '1.3 s'], ['', 'Going on', '0.3 s'], ['Done.'], ['']],
    );
  });

  it('wraps a long value below itself, 80 columns wide', () => {
    const { terminal, written } = newTerminal();
    terminal.printField('description', 'some words '.repeat(12).trim());
    const [first, second] = written();
    assert.match(first ?? '', /^ {4}description {3}some words/);
    assert.match(second ?? '', /^ {18}\w/);
    assert.ok(written().every((line) => line.length <= 80));
  });
});

function newTerminal() {
  let text = '';
  let nowMs = 0;
  const terminal = createTerminal(
    (more) => (text += more),
    () => nowMs,
  );
  return {
    terminal,
    written: () => stripVTControlCharacters(text).split('\n'),
    pass: (ms: number) => (nowMs += ms),
  };
}
