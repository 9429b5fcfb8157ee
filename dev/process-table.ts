import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** A live process. `pid` with `startedAt` names it for good: a pid alone is soon given to another. */
export interface RunningProcess {
  pid: number;
  startedAt: string;
  /** The arguments, the program's own name first, joined by single spaces. */
  command: string;
}

/** Every live process that this user may see, zombies and kernel threads left out. */
export async function listProcesses(): Promise<RunningProcess[]> {
  if (process.platform !== 'linux') return listWithPs();
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map(readProc));
  return found.filter((one) => one !== undefined);
}

/** The live process of that pid, or undefined. */
export async function findProcess(pid: number): Promise<RunningProcess | undefined> {
  if (process.platform === 'linux') return readProc(pid);
  return (await listWithPs()).find((one) => one.pid === pid);
}

async function readProc(pid: number): Promise<RunningProcess | undefined> {
  try {
    const [commandLine, stat] = await Promise.all([
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ]);
    const command = commandLine.replaceAll('\0', ' ').trim();
    // The program's name, in brackets, may hold spaces. Of the fields behind it, the 20th is the start in clock ticks.
    const startedAt = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return command === '' || startedAt === undefined ? undefined : { pid, startedAt, command };
  } catch {
    return undefined;
  }
}

/** Minimal Linux images have no `ps`; every other Unix has. */
async function listWithPs(): Promise<RunningProcess[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,stat=,lstart=,command='], {
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout.split('\n').flatMap((line) => {
    const fields = /^\s*(\d+)\s+(\S+)\s+(\w+\s+\w+\s+\d+\s+[\d:]+\s+\d+)\s+(.*)$/.exec(line);
    if (!fields || fields[2]?.startsWith('Z')) return [];
    return [{ pid: Number(fields[1]), startedAt: fields[3] ?? '', command: (fields[4] ?? '').trim() }];
  });
}
