import type { IncomingMessage } from 'node:http';
import { notFound, ServiceError, validationFailed } from '../errors.ts';
import { object } from '../resources/schema-kit.ts';
import type { Caller } from '../services/accounts/authenticate.ts';
import type { AppDeps } from './app-deps.ts';
import type { ListIdentity } from './cursor.ts';
import { normalise } from './normalise.ts';
import { isWrite, type Operation } from './operation.ts';
import { coerceQuery, parseQuery } from './read-query.ts';
import { readRequestBody } from './read-request.ts';
import { findFailures, withoutRepeats } from './validation.ts';

const NOTHING = object({});
const ID = /^[a-z]+_[0-9A-Za-z]{22}$/;

export interface RoutedRequest {
  operation: Operation;
  /** The id in the path, if it has one. */
  pathId: string | undefined;
  queryText: string;
  incoming: IncomingMessage;
}

/** Runs an operation for an authenticated caller. The checks come in the order that the service promises. */
export async function runOperation(deps: AppDeps, caller: Caller, request: RoutedRequest): Promise<unknown> {
  const { operation } = request;
  requirePermission(operation, caller);
  const raw = await readRequestBody(request.incoming, operation.upload ?? false);
  const query = parseQuery(request.queryText);

  const body = normalise(raw.json);
  const bodyFailures = raw.file || raw.refusal ? NO_FAILURES : findFailures(operation.body ?? NOTHING, body.value);
  const { value, items: queryItems } = normalise(coerceQuery(operation.query, query.values));
  const queryValues = value as Record<string, unknown>;
  const queryFailures = findFailures(operation.query ?? NOTHING, queryValues);
  refuseUnknown([
    ...bodyFailures.unknown,
    ...raw.otherFields,
    ...queryFailures.unknown,
    ...unlisted(operation, query.values),
  ]);

  const found = await findObject(deps, caller, operation, request.pathId);
  const after = openCursor(deps, caller, request, queryValues);

  if (raw.refusal) throw raw.refusal;
  const checked = raw.file ? [] : (operation.checks?.(body.value, caller, deps) ?? []);
  const items = [
    ...body.items,
    ...bodyFailures.items,
    ...checked,
    ...query.duplicates,
    ...queryItems,
    ...queryFailures.items,
  ];
  if (items.length > 0) throw validationFailed(withoutRepeats(items));

  return operation.handle({
    deps,
    caller,
    query: queryValues,
    body: body.value,
    found,
    file: raw.file,
    after,
    issueCursor: (position) => deps.cursors.issue(identityOf(caller, request, queryValues), position),
  });
}

const NO_FAILURES = { unknown: [], items: [] };

/**
 * @throws ServiceError `rate_limited`, `permission_denied`, `account_suspended`
 */
function requirePermission(operation: Operation, caller: Caller): void {
  if (!isWrite(operation)) return;
  if (caller.permissions === 'read') {
    throw new ServiceError('permission_denied', 'This key can read only; use a key with full permissions.');
  }
  if (caller.state === 'suspended') {
    throw new ServiceError('account_suspended', 'The account is suspended: it can read but not write.');
  }
}

/** An empty value is left out of what the schema sees, but its name must still be listed. */
function unlisted(operation: Operation, values: Record<string, string>): string[] {
  const listed = Object.keys(operation.query?.properties ?? {});
  return Object.keys(values).filter((name) => !listed.includes(name));
}

/**
 * @throws ServiceError `unknown_parameter` for the first of these names, if there is one
 */
export function refuseUnknown(names: string[]): void {
  const [param] = names;
  if (param === undefined) return;
  throw new ServiceError('unknown_parameter', `\`${param}\` is not a parameter of this operation.`, { param });
}

async function findObject(
  deps: AppDeps,
  caller: Caller,
  { find }: Operation,
  id: string | undefined,
): Promise<unknown> {
  if (!find) return null;
  const found: unknown = ID.test(id!) ? await find.by(deps, caller, id!) : null;
  if (found === null) throw notFound(find.kind);
  return found;
}

/** A list as its cursors know it: whose it is, what it lists and by which filters. */
function identityOf(
  caller: Caller,
  { operation, pathId }: RoutedRequest,
  query: Record<string, unknown>,
): ListIdentity {
  const filters = Object.entries(query).filter(([name]) => name !== 'cursor' && name !== 'limit');
  return [operation.id, caller.scope.account_id, caller.scope.livemode, pathId ?? null, filters.toSorted()];
}

function openCursor(deps: AppDeps, caller: Caller, request: RoutedRequest, query: Record<string, unknown>): unknown {
  if (!request.operation.isList || typeof query.cursor !== 'string') return null;
  return deps.cursors.open(identityOf(caller, request, query), query.cursor);
}
