import type pg from 'pg';
import { ACCESS, PROCESSES, type Access, type ProcessName } from './access.ts';
import { OWNER, roleOf } from './names.ts';

/**
 * Gives the role of each process its rights on the tables that are there, and on those to come. In one transaction, so
 * that a process that runs meanwhile lacks none of them for a moment. Changes nothing where the roles are not made.
 *
 * @param client connected as the owner of the tables, or as a superuser
 * @returns whether the roles are there
 */
export async function grantRights(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [OWNER]);
  if (rowCount === 0) return false;
  const { rows } = await client.query<{ table: string }>(
    `select relname as "table" from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  const present = new Set(rows.map(({ table }) => table));
  const statements = PROCESSES.flatMap((process) => rightsOf(process, present));
  await client.query(['begin', ...statements, 'commit'].join(';\n'));
  return true;
}

function rightsOf(process: ProcessName, present: ReadonlySet<string>): string[] {
  const role = roleOf(process);
  const { tables, except } = ACCESS[process];
  const withheld = Object.keys(except).filter((table) => present.has(table));
  // A claimer takes its number before it writes its row.
  const nextIds = `grant usage on all sequences in schema public to ${role}`;
  return [
    `grant usage on schema public to ${role}`,
    `revoke all on all tables in schema public from ${role}`,
    ...(tables.length > 0 ? [`grant ${tables.join(', ')} on all tables in schema public to ${role}`, nextIds] : []),
    ...withheld.map((table) => `revoke all on "${table}" from ${role}`),
    ...withheld.flatMap((table) => grant(table, except, role)),
    ...forTablesToCome(tables, role),
  ];
}

function grant(table: string, except: Access['except'], role: string): string[] {
  const rights = except[table] ?? [];
  return rights.length > 0 ? [`grant ${rights.join(', ')} on "${table}" to ${role}`] : [];
}

function forTablesToCome(tables: Access['tables'], role: string): string[] {
  const defaults = `alter default privileges for role ${OWNER} in schema public`;
  return [
    `${defaults} revoke all on tables from ${role}`,
    ...(tables.length > 0 ? [`${defaults} grant ${tables.join(', ')} on tables to ${role}`] : []),
  ];
}
