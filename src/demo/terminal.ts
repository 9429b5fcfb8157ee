import colors from 'picocolors';

/** What the demo says on the terminal, 80 columns wide. */
export interface Terminal {
  /** Says what is being done, and when something else is said, how long it took. */
  step(what: string): void;
  /** Says that the step under way is done. */
  endStep(): void;
  print(text: string): void;
  /** Prints a name and what it stands for, wrapped where it is long. */
  printField(name: string, value: string): void;
}

const COLUMNS = 80;
const FIELD_WIDTH = 14;
const STEP_WIDTH = 70;
const INDENT = '    ';

/** @param now milliseconds of a clock that never goes back */
export function createTerminal(write: (text: string) => void, now: () => number): Terminal {
  let begun: { at: number; width: number } | null = null;

  const endStep = () => {
    if (!begun) return;
    const time = `${((now() - begun.at) / 1_000).toFixed(1)} s`;
    write(`${' '.repeat(Math.max(1, COLUMNS - begun.width - time.length))}${colors.dim(time)}\n`);
    begun = null;
  };

  const print = (text: string) => {
    endStep();
    write(`${text}\n`);
  };

  return {
    endStep,
    print,
    step(what) {
      endStep();
      const text = `  ${what}`.slice(0, STEP_WIDTH);
      begun = { at: now(), width: text.length };
      write(text);
    },
    printField(name, value) {
      const [first, ...rest] = wrap(value, COLUMNS - INDENT.length - FIELD_WIDTH);
      print(`${INDENT}${colors.dim(name.padEnd(FIELD_WIDTH))}${first}`);
      for (const line of rest) print(INDENT + ' '.repeat(FIELD_WIDTH) + line);
    },
  };
}

/** Lines of whole words; a word that is wider than a line gets one of its own. */
function wrap(text: string, width: number): [string, ...string[]] {
  const lines: [string, ...string[]] = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
