import type { IncomingMessage } from 'node:http';
import { notFound, ServiceError, validationFailed } from '../errors.ts';
import { object } from '../resources/schema-kit.ts';
import type { Caller } from '../services/accounts/authenticate.ts';
import type { AppDeps } from './app-deps.ts';
import type { ListIdentity } from './cursor.ts';
import { withIdempotencyKey, type Answer } from './idempotency.ts';
import { normalise } from './normalise.ts';
import { isWrite, needsFullKey, type Operation } from './operation.ts';
import { coerceQuery, parseQuery } from './read-query.ts';
import { readRequestBody, type RequestBody } from './read-request.ts';
import { findFailures, withoutRepeats } from '../resources/validation.ts';

const NOTHING = object({});
const ID = /^[a-z]+_[0-9A-Za-z]{22}$/;

export interface RoutedRequest {
  operation: Operation;
  /** The ids in the path, in their order. */
  pathIds: string[];
  /** The whole path, as it was sent. */
  path: string;
  queryText: string;
  incoming: IncomingMessage;
  /** The id of this request. */
  requestId: string;
}

/** Runs an operation for an authenticated caller. The checks come in the order that the service promises. */
export async function runOperation(deps: AppDeps, caller: Caller, request: RoutedRequest): Promise<Answer> {
  requirePermission(request.operation, caller);
  const raw = await readRequestBody(request.incoming, request.operation.upload ?? false);
  try {
    return await runWithBody(deps, caller, request, raw);
  } finally {
    raw.release();
  }
}

async function runWithBody(deps: AppDeps, caller: Caller, request: RoutedRequest, raw: RequestBody): Promise<Answer> {
  const { operation } = request;
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

  const found = await findObject(deps, caller, request);
  return withIdempotencyKey(deps, caller, { ...request, body: raw.bytes }, async (own) => {
    const after = openCursor(deps, caller, request, queryValues);

    if (raw.refusal) throw raw.refusal;
    const checked = raw.file ? [] : ((await operation.checks?.(body.value, { deps, caller, found })) ?? []);
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
      deps: own,
      caller,
      query: queryValues,
      body: body.value,
      found,
      file: raw.file,
      after,
      issueCursor: (position, nextCreatedAt = null) =>
        deps.cursors.issue(identityOf(caller, request, queryValues), position, nextCreatedAt),
    });
  });
}

const NO_FAILURES = { unknown: [], items: [] };

/**
 * @throws ServiceError `test_mode_only`, `permission_denied`, `account_suspended`
 */
function requirePermission(operation: Operation, caller: Caller): void {
  if (operation.testModeOnly && caller.scope.livemode) {
    throw new ServiceError('test_mode_only', 'Test helpers work in test mode only; use a key of test mode.');
  }
  if (needsFullKey(operation) && caller.permissions === 'read') {
    const what = isWrite(operation) ? 'can read only' : 'may not read credentials';
    throw new ServiceError('permission_denied', `This key ${what}; use a key with full permissions.`);
  }
  if (isWrite(operation) && caller.state === 'suspended') {
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

async function findObject(deps: AppDeps, caller: Caller, { operation, pathIds }: RoutedRequest): Promise<unknown> {
  const { find } = operation;
  if (!find) return null;
  const found: unknown = pathIds.every((id) => ID.test(id)) ? await find.by(deps, caller, ...pathIds) : null;
  if (found === null) throw notFound(find.kind);
  return found;
}

/** A list as its cursors know it: whose it is, what it lists and by which filters. */
function identityOf(
  caller: Caller,
  { operation, pathIds }: RoutedRequest,
  query: Record<string, unknown>,
): ListIdentity {
  const filters = Object.entries(query).filter(([name]) => name !== 'cursor' && name !== 'limit');
  return [operation.id, caller.scope.account_id, caller.scope.livemode, pathIds.join('/') || null, filters.toSorted()];
}

function openCursor(deps: AppDeps, caller: Caller, request: RoutedRequest, query: Record<string, unknown>): unknown {
  if (!request.operation.isList || typeof query.cursor !== 'string') return null;
  return deps.cursors.open(identityOf(caller, request, query), query.cursor);
}
