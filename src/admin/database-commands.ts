import type { Command } from 'commander';
import type pg from 'pg';
import { readDatabasePasswords } from '../config.ts';
import type { Database } from '../db/database.ts';
import { PROCESSES } from '../db/roles/access.ts';
import { makeRoles } from '../db/roles/make-roles.ts';
import { makeTemporalDatabases } from '../db/roles/make-temporal-databases.ts';
import { parseGeneration } from './arguments.ts';
import { Refusal } from './refusal.ts';
import { addCommand, type Perform, type ReportOptions } from './report.ts';

/** Adds the group `database`. */
export function addDatabaseCommands(program: Command, perform: Perform): void {
  const group = program
    .command('database')
    .description('roles and logins of Postgres, with a DATABASE_URL of a superuser (docs/deployment.md)');
  addRoles(group, perform);
  addTemporal(group, perform);
}

function addRoles(group: Command, perform: Perform): void {
  addCommand(group, 'roles', 'make the roles of the processes with their rights; safe to repeat')
    .option('--generation <letters>', 'what ends the names of the logins', parseGeneration, 'a')
    .addHelpText('after', `\n${passwordsHelp()}`)
    .action(async (options: ReportOptions & { generation: string }) => {
      const { roles: passwords } = readDatabasePasswords();
      await perform(options, async ({ db }) => {
        const logins = await withClient(db, (client) =>
          makeRoles(client, { generation: options.generation, passwords }),
        );
        return {
          json: { object: 'database_roles', logins },
          text:
            logins.length > 0 ? `Logins: ${logins.join(', ')}` : 'The roles have their rights; no login was asked for.',
        };
      });
    });
}

function addTemporal(group: Command, perform: Perform): void {
  addCommand(group, 'temporal', "make Temporal's login and databases on the same Postgres; safe to repeat")
    .addHelpText('after', '\nThe password of the login is that of the setting TEMPORAL_PASSWORD.')
    .action(async (options: ReportOptions) => {
      const { temporal: password } = readDatabasePasswords();
      if (password === undefined) throw new Refusal('TEMPORAL_PASSWORD is not set.');
      await perform(options, async ({ db }) => {
        const { login, databases } = await withClient(db, (client) => makeTemporalDatabases(client, password));
        return {
          json: { object: 'temporal_databases', login, databases },
          text: `Login ${login}, with the databases ${databases.join(' and ')}`,
        };
      });
    });
}

function passwordsHelp(): string {
  const names = ['owner', ...PROCESSES].map((name) => `DATABASE_PASSWORD_${name.toUpperCase()}`);
  return `A login is made, or given this password, for each of these settings that is set:\n  ${names.join('\n  ')}`;
}

async function withClient<T>({ pool }: Database, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}
