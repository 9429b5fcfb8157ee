import assert from 'node:assert/strict';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/;

/**
 * Asserts that an answer is what a guide shows: each member that is shown is there and equal. `…` stands for any text,
 * a time for any time; what a guide leaves out may be anything.
 */
export function assertShown(actual: unknown, shown: unknown, path = 'the answer'): void {
  if (typeof shown === 'string') {
    assert.equal(typeof actual, 'string', `${path} is ${JSON.stringify(actual)}, not a text`);
    if (TIME.test(shown)) assert.match(actual as string, TIME, path);
    else assert.match(actual as string, wildcard(shown), path);
  } else if (Array.isArray(shown)) {
    assert.ok(Array.isArray(actual), `${path} is no list`);
    if (shown.length === 0) assert.deepEqual(actual, [], path);
    shown.forEach((item, index) => assertShown(actual[index], item, `${path}[${index}]`));
  } else if (typeof shown === 'object' && shown !== null) {
    assert.ok(typeof actual === 'object' && actual !== null, `${path} is ${JSON.stringify(actual)}, no object`);
    for (const [key, value] of Object.entries(shown)) {
      assert.ok(key in actual, `${path} has no \`${key}\``);
      assertShown((actual as Record<string, unknown>)[key], value, `${path}.${key}`);
    }
  } else {
    assert.equal(actual, shown, path);
  }
}

/** The first line of a guide that a terminal has not shown, after those before it; undefined when it has shown all. */
export function firstMissingLine(printed: string, shown: string): string | undefined {
  const lines = printed.split('\n').map((line) => line.trimEnd());
  let next = 0;
  for (const wanted of shown.split('\n').filter((line) => line.trim() !== '' && line.trim() !== '…')) {
    const pattern = wildcard(wanted.trimEnd());
    const found = lines.findIndex((line, index) => index >= next && pattern.test(line));
    if (found < 0) return wanted;
    next = found + 1;
  }
  return undefined;
}

/** Times in lines of text stand for any time, and so do runs of spaces, which align columns. */
function wildcard(text: string): RegExp {
  const parts = text.split(/(…|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ| {2,}|\b\d+ ms\b)/);
  const patterns = parts.map((part, index) => {
    if (index % 2 === 0) return RegExp.escape(part);
    if (part === '…') return '.*';
    if (part.endsWith(' ms')) return '\\d+ ms';
    return part.startsWith(' ') ? ' +' : '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ';
  });
  return new RegExp(`^${patterns.join('')}$`, 's');
}
