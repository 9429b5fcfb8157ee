import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createAgency } from './agency.ts';
import type { Running } from './service.ts';
import { describeStack, writePrivateFile, writeStackFile } from './stack-file.ts';
import { startTimeSkippingStack, type TimeSkippingOptions, type TimeSkippingStack } from './time-skipping-stack.ts';

const LIVE_LAUNCHES = 5;

/**
 * Runs a time-skipping stack, with a file that tells scripts where it is, until it is closed; then the file goes too.
 *
 * @param file beside it is one that ends in `.env` instead of `.json`, for the operators' command. They are of the stack
 *   that was started last, when there are several
 */
export async function serveTimeSkipping(
  file: string,
  options: TimeSkippingOptions,
): Promise<Running & { next: string }> {
  const stack = await startTimeSkippingStack(options);
  try {
    const content = await describe(stack);
    await mkdir(dirname(file), { recursive: true });
    await writePrivateFile(environmentFile(file), environmentOf(stack));
    await writeStackFile(file, content);
    return {
      next: nextSteps(file, content),
      async close() {
        await removeOwn(file, content.operations_url);
        await stack.close();
      },
    };
  } catch (error) {
    await stack.close();
    throw error;
  }
}

async function describe(stack: TimeSkippingStack) {
  const account = { name: 'Time travellers', ownerEmail: 'owner@agency.example', liveLaunches: LIVE_LAUNCHES };
  const { keys } = await createAgency(stack.service, account);
  return { ...describeStack(stack, keys), mail_folder: stack.mailFolder, receiver: stack.receiver };
}

function nextSteps(file: string, content: { base_url: string; operations_url: string }): string {
  const skip = `curl -X POST -H 'Content-Type: application/json' -d '{"by": "33h"}' ${content.operations_url}/skip`;
  return `
  The service runs in memory, and its time can be skipped.

  API        ${content.base_url}
  keys       ${file}, with a certificate for receivers of webhooks at https://receiver.localhost:<port>
  now        curl ${content.operations_url}/now
  skip       ${skip}

  operate    node --env-file=${environmentFile(file)} src/main/admin.ts listing stuck

  docs/time-skipping.md has a test that sees all 7 attempts of a webhook. Ctrl-C ends it, and nothing is kept.
`;
}

/** Another stack may have put its own there since. */
async function removeOwn(file: string, operationsUrl: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  const { operations_url } = JSON.parse(text) as { operations_url?: string };
  if (operations_url !== operationsUrl) return;
  await rm(file, { force: true });
  await rm(environmentFile(file), { force: true });
}

/** What `node --env-file` gives the operators' command. */
function environmentOf({ settings }: TimeSkippingStack): string {
  const set = Object.entries(settings).filter(([, value]) => value);
  return set.map(([name, value]) => `${name}="${value}"\n`).join('');
}

function environmentFile(file: string): string {
  return `${file.replace(/\.json$/, '')}.env`;
}
