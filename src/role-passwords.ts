import type { Environment } from './config.ts';
import { ConfigError } from './config-error.ts';
import { PROCESSES } from './db/roles/access.ts';
import type { LoginOf } from './db/roles/make-roles.ts';

/** The passwords of Postgres logins that `npm run admin -- database` makes. */
export interface RolePasswords {
  /** `DATABASE_PASSWORD_OWNER`, `…_API`, `…_WORKER`, `…_MAIL` and `…_OPERATOR`: those that are set. */
  roles: Partial<Record<LoginOf, string>>;
  /** `TEMPORAL_PASSWORD`: of a Temporal server on the same Postgres. */
  temporal: string | undefined;
}

const LEAST_LENGTH = 16;

/**
 * Reads the passwords.
 *
 * @throws ConfigError where one is short or has other than printable ASCII characters
 */
export function readRolePasswords(env: Environment): RolePasswords {
  const logins: LoginOf[] = ['owner', ...PROCESSES];
  const named = logins.map((whose) => [whose, password(env, `DATABASE_PASSWORD_${whose.toUpperCase()}`)] as const);
  return {
    roles: Object.fromEntries(named.filter(([, value]) => value !== undefined)),
    temporal: password(env, 'TEMPORAL_PASSWORD'),
  };
}

function password(env: Environment, name: string): string | undefined {
  const value = env[name] || undefined;
  if (value === undefined || (value.length >= LEAST_LENGTH && /^[!-~]+$/.test(value))) return value;
  throw new ConfigError(`${name} must be at least ${LEAST_LENGTH} printable ASCII characters without a space.`);
}
