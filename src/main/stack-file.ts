import { rename, writeFile } from 'node:fs/promises';
import type { Config } from '../config.ts';
import type { Agency } from './agency.ts';
import type { Operations } from './start-operations.ts';

/** What scripts need to know of a stack on this machine, whichever it is. */
export function describeStack(
  { config, operations }: { config: Config; operations: Operations },
  keys: Agency['keys'],
) {
  return {
    base_url: `${config.publicUrl}/v1`,
    operations_url: operations.url,
    inbound_mail: `smtp://${config.inboundMail.host}:${config.inboundMail.port}`,
    temporal_address: config.temporalAddress,
    temporal_namespace: config.temporalNamespace,
    database_url: config.databaseUrl,
    keys,
  };
}

export function writeStackFile(file: string, content: object): Promise<void> {
  return writePrivateFile(file, `${JSON.stringify(content, null, 2)}\n`);
}

/** Writes a file for this user alone. Whoever reads it meanwhile reads all of the one before, or all of this one. */
export async function writePrivateFile(file: string, content: string): Promise<void> {
  const draft = `${file}.draft`;
  await writeFile(draft, content, { mode: 0o600 });
  await rename(draft, file);
}
