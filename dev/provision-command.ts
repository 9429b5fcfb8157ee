import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findOnPath, type Environment } from './path-lookup.ts';

const OUTPUT_LINES = 10;

/**
 * Runs a program found on PATH to its end.
 *
 * @throws Error when it is not on PATH or fails, with the last lines it wrote
 */
export async function runProvisioner(name: string, args: string[], env: Environment): Promise<void> {
  const program = await findOnPath(name, env);
  if (program === undefined) throw new Error(`"${name}" is not on PATH.`);
  try {
    await promisify(execFile)(program, args, { env: { ...env }, maxBuffer: 16 * 1024 * 1024 });
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string };
    const output = `${stdout}${stderr}`.trim().split('\n').slice(-OUTPUT_LINES).join('\n');
    throw new Error(`"${name} ${args.join(' ')}" failed. ${output}`, { cause });
  }
}
