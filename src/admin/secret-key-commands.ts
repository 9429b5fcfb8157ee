import type { Command } from 'commander';
import type { SecretKeys } from '../crypto/secret-keys.ts';
import type { EventDeps } from '../services/deps.ts';
import { countSealed, isInUse } from '../services/secrets/count-sealed.ts';
import { reseal } from '../services/secrets/reseal.ts';
import { findSecretKeys } from './find-secret-keys.ts';
import { advice, countsTable, resealedTable, stateJson, type SealedState } from './present-sealed.ts';
import { Refusal } from './refusal.ts';
import { addCommand, type Perform, type ReportOptions } from './report.ts';

/** Adds the group `secret-key`. */
export function addSecretKeyCommands(program: Command, perform: Perform): void {
  const group = program
    .command('secret-key')
    .description('the rotation of SECRET_KEY (docs/secret-key.md), with the settings of the workers');
  addStatus(group, perform);
  addReseal(group, perform);
}

function addStatus(group: Command, perform: Perform): void {
  addCommand(group, 'status', 'count what is sealed under which key').action(async (options: ReportOptions) => {
    const keys = await findSecretKeys();
    await perform(options, async (deps) => {
      const state = await readState(deps, keys);
      const table = state.counts.length > 0 ? `${countsTable(state)}\n\n` : '';
      return { json: { object: 'secret_key_status', ...stateJson(state) }, text: table + advice(state) };
    });
  });
}

function addReseal(group: Command, perform: Perform): void {
  addCommand(group, 'reseal', 'seal under SECRET_KEY what another key sealed; safe to end and repeat at any time')
    .option('--first', 'although nothing is sealed under SECRET_KEY yet')
    .action(async (options: ReportOptions & { first?: true }) => {
      const keys = await findSecretKeys();
      await perform(options, async (deps) => {
        if (!options.first && !(await isInUse(deps.db.sql, keys[0]))) throw unknownKey();
        const resealed = await reseal(deps.db.sql, keys);
        const state = await readState(deps, keys);
        return {
          json: { object: 'secret_key_reseal', resealed, ...stateJson(state) },
          text: `${resealedTable(resealed)}\n\n${advice(state)}`,
        };
      });
    });
}

async function readState({ db, clock }: EventDeps, keys: SecretKeys): Promise<SealedState> {
  return { keys, counts: await countSealed(db.sql, keys), now: clock.now() };
}

function unknownKey(): Refusal {
  return new Refusal(
    'Nothing is sealed under SECRET_KEY yet: processes without it could open nothing once all is; if all of them have it, say --first.',
  );
}
