import type { DatabaseError } from 'pg';
import { projectInTransaction } from '../../db/finders/projects.ts';
import type { Scope } from '../../db/scope.ts';
import { urlKey } from './url-key.ts';
import { ServiceError } from '../../errors.ts';
import { presentProject } from '../../resources/project.ts';
import type { ServiceDeps } from '../deps.ts';

const UNIQUE_VIOLATION = '23505';

const CONSTRAINTS = {
  project_url_is_unique: 'url',
  project_contact_email_is_unique: 'contact_email',
  project_external_id_is_unique: 'external_id',
} as const;

type UniqueField = (typeof CONSTRAINTS)[keyof typeof CONSTRAINTS];
type UniqueValues = Partial<Record<UniqueField, string | null | undefined>>;

/**
 * Runs a write that the database holds to unique `url`, `contact_email` and `external_id`, and makes its refusal the
 * specification's error. When the clashing project is gone by the time it is looked up, the write is tried again.
 *
 * @throws ServiceError `project_exists` with `param` and `existing`
 */
export async function uniqueProject<T>(
  deps: ServiceDeps,
  scope: Scope,
  values: UniqueValues,
  write: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      const field = clashingField(error);
      if (!field) throw error;
      const existing = await findClash(deps, scope, field, values[field]!);
      if (existing) {
        throw new ServiceError('project_exists', `Another project of the account has this \`${field}\`.`, {
          param: field,
          existing,
        });
      }
    }
  }
}

function clashingField(error: unknown): UniqueField | undefined {
  const { code, constraint } = error as DatabaseError;
  return code === UNIQUE_VIOLATION ? CONSTRAINTS[constraint as keyof typeof CONSTRAINTS] : undefined;
}

async function findClash(deps: ServiceDeps, scope: Scope, field: UniqueField, value: string) {
  const inMode = deps.db.sql
    .selectFrom('project')
    .select('id')
    .where('account_id', '=', scope.account_id)
    .where('livemode', '=', scope.livemode);
  const clash =
    field === 'url'
      ? inMode.where('url_key', '=', urlKey(value))
      : field === 'contact_email'
        ? inMode.where((where) => where(where.fn<string>('lower', ['contact_email']), '=', value.toLowerCase()))
        : inMode.where('external_id', '=', value);
  const row = await clash.executeTakeFirst();
  return row && presentProject(await projectInTransaction(deps.db.sql, row.id), deps.assetsUrl);
}
