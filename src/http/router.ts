import FindMyWay, { type HTTPMethod } from 'find-my-way';
import { ServiceError } from '../errors.ts';
import type { Operation } from './operation.ts';

export interface Route {
  operation: Operation;
  /** The ids in the path, in their order. */
  pathIds: string[];
}

/** Longer than any request line, so that an id of any length is an unknown id and not an unknown path. */
const MAX_ID_LENGTH = 65_536;

/** Finds the operation of a path relative to `/v1`. */
export type Router = (method: string, path: string) => Route;

/**
 * Makes the router. `HEAD` is answered as `GET`.
 *
 * @throws (when called) ServiceError `route_not_found`, `method_not_allowed` with the allowed methods as `allow`
 */
export function createRouter(operations: readonly Operation[]): Router {
  const router = FindMyWay({ caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: MAX_ID_LENGTH });
  for (const operation of operations) {
    const path = operation.path.replace(/\{(\w+)\}/g, ':$1');
    router.on(operation.method, path, () => undefined, operation);
  }
  const methods = [...new Set(operations.map((operation) => operation.method))];

  return (requested, path) => {
    const method = requested === 'HEAD' ? 'GET' : requested;
    const match = find(method, path);
    if (match) return { operation: match.store as Operation, pathIds: Object.values(match.params) as string[] };
    const allowed = methods.filter((other) => find(other, path));
    if (allowed.length === 0) throw new ServiceError('route_not_found', 'There is no operation at this path.');
    throw new MethodNotAllowed(
      allowed.includes('GET') ? ['GET', 'HEAD', ...allowed.filter((m) => m !== 'GET')] : allowed,
    );
  };

  function find(method: string, path: string) {
    const match = router.find(method as HTTPMethod, path);
    return match && Object.values(match.params).includes('') ? null : match;
  }
}

export class MethodNotAllowed extends ServiceError {
  readonly allow: readonly string[];

  constructor(allow: readonly string[]) {
    super('method_not_allowed', `This path takes ${allow.join(', ')} only.`);
    this.allow = allow;
  }
}
