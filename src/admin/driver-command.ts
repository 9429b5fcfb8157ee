import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { createSecretBox, type SecretBox } from '../crypto/secret-box.ts';
import { findSecretKeys } from './find-secret-keys.ts';
import { Refusal } from './refusal.ts';
import { addCommand, requireOption, type Perform, type ReportOptions } from './report.ts';
import { requireDirectory } from './require-directory.ts';

interface DriverOptions extends ReportOptions {
  file?: string;
  secretFile?: string;
  none?: true;
}

/** Adds `directory driver`. */
export function addDriverCommand(group: Command, perform: Perform): void {
  addCommand(group, 'driver', 'say how live listings are submitted to a directory: by HTTP, or by an operator')
    .argument('<directory>', 'its dir_ id or slug')
    .option('--file <file>', 'a description in JSON (docs/decisions/0017)')
    .option('--secret-file <file>', 'what the description’s `auth` sends, in a file of one line; it stays when absent')
    .option('--none', 'have an operator submit them')
    .action(async (name: string, options: DriverOptions, command: Command) => {
      requireOption(command, ['file', 'none']);
      if (options.none && (options.file ?? options.secretFile) !== undefined) {
        throw new Refusal('An operator needs neither --file nor --secret-file: give --none alone.');
      }
      const driver = options.none ? null : await readDescription(options.file!);
      const secret = options.secretFile === undefined ? undefined : await readLine(options.secretFile);
      const secrets = secret === undefined ? NO_SECRETS : createSecretBox(await findSecretKeys());
      await perform(options, async (deps) => {
        // It brings the validator with it, which is slow to load and which few commands need.
        const { setDriver } = await import('../services/drivers/set-driver.ts');
        const { id, slug } = await requireDirectory(deps.db.sql, name);
        await setDriver({ ...deps, secrets }, id, driver, secret);
        const by = driver === null ? 'submitted by an operator' : 'submitted by HTTP, as described';
        return {
          json: { object: 'directory', id, slug, driver },
          text: `Live listings of the directory ${slug} are ${by} from now on.`,
        };
      });
    });
}

const NO_SECRETS: Pick<SecretBox, 'seal'> = {
  seal: () => {
    throw new Error('no secret was given');
  },
};

/** Any JSON but null, which would have an operator submit. */
async function readDescription(path: string): Promise<unknown> {
  const text = await readText(path);
  try {
    const description: unknown = JSON.parse(text);
    if (description !== null) return description;
  } catch {
    // Told below.
  }
  throw new Refusal(`The file ${path} must be a description in JSON.`);
}

/** A text without the end of its line. */
async function readLine(path: string): Promise<string> {
  return (await readText(path)).replace(/\r?\n$/, '');
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new Refusal(`The file ${path} must be one that can be read here.`);
  }
}
