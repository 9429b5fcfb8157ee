import { Option, type Command } from 'commander';
import type { Sql } from '../db/database.ts';
import { toSecond } from '../domain/time.ts';
import { listApiKeyRecords, readApiKeyRecord, type ApiKeyRecord } from '../services/accounts/api-key-records.ts';
import { createApiKey, revokeApiKey } from '../services/accounts/api-keys.ts';
import { parseAccountId, parseExpiry, parseKeyId } from './arguments.ts';
import { keyJson, keysTable } from './present-key.ts';
import { Refusal } from './refusal.ts';
import { addCommand, type Perform, type ReportOptions } from './report.ts';
import { requireAccount } from './require-account.ts';

interface CreateOptions extends ReportOptions {
  mode: 'live' | 'test';
  permissions: 'full' | 'read';
  expires?: Date;
}

/** Adds `key create`, `list` and `revoke`. */
export function addKeyCommands(program: Command, perform: Perform): void {
  const group = program.command('key').description('API keys of an account');
  addCreate(group, perform);
  addList(group, perform);
  addRevoke(group, perform);
}

function addCreate(group: Command, perform: Perform): void {
  addCommand(group, 'create', 'make a key and show it, this once')
    .argument('<account>', 'the acc_ id', parseAccountId)
    .addOption(new Option('--mode <mode>', 'what it works in').choices(['live', 'test']).makeOptionMandatory())
    .addOption(new Option('--permissions <permissions>', 'what it may').choices(['full', 'read']).default('full'))
    .option('--expires <time>', 'when it stops working, such as 2030-12-31 (UTC) or 2030-12-31T18:00:00Z', parseExpiry)
    .action((accountId: string, options: CreateOptions) =>
      perform(options, async (deps) => {
        const { mode, permissions, expires } = options;
        if (expires && expires <= deps.clock.now()) throw new Refusal('The expiry must be in the future.');
        await requireAccount(deps.db.sql, accountId);
        const scope = { account_id: accountId, livemode: mode === 'live' };
        const { id, key } = await createApiKey(deps, scope, { permissions, expiresAt: expires });
        const ends = expires ? `expires at ${toSecond(expires)}` : 'never expires';
        return {
          json: { ...keyJson(await requireKey(deps.db.sql, id)), key },
          text: `${key}\n\nThis is ${id} (${mode} mode, ${permissions}, ${ends}). Keep the key: it is not shown again.`,
        };
      }),
    );
}

function addList(group: Command, perform: Perform): void {
  addCommand(group, 'list', "list an account's keys, newest first, with their last use to the minute")
    .argument('<account>', 'the acc_ id', parseAccountId)
    .action((accountId: string, options: ReportOptions) =>
      perform(options, async ({ db }) => {
        await requireAccount(db.sql, accountId);
        const keys = await listApiKeyRecords(db.sql, accountId);
        return {
          json: { object: 'list', data: keys.map(keyJson) },
          text: keys.length > 0 ? keysTable(keys) : `The account ${accountId} has no keys.`,
        };
      }),
    );
}

function addRevoke(group: Command, perform: Perform): void {
  addCommand(group, 'revoke', 'end a key for good, at once')
    .argument('<key>', 'its key_ id', parseKeyId)
    .action((keyId: string, options: ReportOptions) =>
      perform(options, async (deps) => {
        const { revokedAt } = await requireKey(deps.db.sql, keyId);
        if (revokedAt) throw new Refusal(`The key ${keyId} was revoked already, at ${toSecond(revokedAt)}.`);
        await revokeApiKey(deps, keyId);
        return { json: keyJson(await requireKey(deps.db.sql, keyId)), text: `Revoked key ${keyId}.` };
      }),
    );
}

async function requireKey(db: Sql, keyId: string): Promise<ApiKeyRecord> {
  const key = await readApiKeyRecord(db, keyId);
  if (!key) throw new Refusal(`There is no key ${keyId}.`);
  return key;
}
