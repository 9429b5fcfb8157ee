import pg from 'pg';
import { scramVerifier } from '../../crypto/scram-verifier.ts';
import { PROCESSES, type ProcessName } from './access.ts';
import { grantRights } from './grant-rights.ts';
import { OWNER, roleOf } from './names.ts';

/** Whose login a password is for. */
export type LoginOf = ProcessName | 'owner';

export interface RolesToMake {
  /** Ends the logins' names, `listings_api_a`: a second generation lets passwords be changed without a pause. */
  generation: string;
  /** A login is made, or given this password, for each that is named. */
  passwords: Partial<Record<LoginOf, string>>;
}

/**
 * Makes the roles of the database with their rights, and logins for them; as often as wanted. Tables that are there
 * already become the owner's, and nobody else may connect any more.
 *
 * @param client a superuser's connection to the service's database
 * @returns the names of the logins
 */
export async function makeRoles(client: pg.ClientBase, { generation, passwords }: RolesToMake): Promise<string[]> {
  for (const role of [OWNER, ...PROCESSES.map(roleOf)]) await ensureRole(client, role);
  await ownDatabase(client);
  await grantRights(client);
  const logins: string[] = [];
  for (const [whose, password] of Object.entries(passwords) as [LoginOf, string][]) {
    logins.push(await makeLogin(client, whose === 'owner' ? OWNER : roleOf(whose), generation, password));
  }
  return logins;
}

async function ensureRole(client: pg.ClientBase, role: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
  if (rowCount === 0) await client.query(`create role ${pg.escapeIdentifier(role)}`);
}

async function makeLogin(client: pg.ClientBase, role: string, generation: string, password: string): Promise<string> {
  const name = `${role}_${generation}`;
  await ensureRole(client, name);
  const login = pg.escapeIdentifier(name);
  await client.query(`alter role ${login} login password ${pg.escapeLiteral(scramVerifier(password))}`);
  await client.query(`grant ${role} to ${login}`);
  // What the owner's logins make belongs to the owner, whichever of them made it.
  if (role === OWNER) await client.query(`alter role ${login} set role = ${OWNER}`);
  return name;
}

async function ownDatabase(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  const database = pg.escapeIdentifier(rows[0]!.name);
  await client.query(`
    alter database ${database} owner to ${OWNER};
    revoke all on database ${database} from public;
    grant connect on database ${database} to ${PROCESSES.map(roleOf).join(', ')};
    do $$ declare own regclass; begin
      for own in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') loop
        execute format('alter table %s owner to ${OWNER}', own);
      end loop;
    end $$
  `);
}
