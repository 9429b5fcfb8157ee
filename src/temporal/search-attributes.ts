import { isGrpcServiceError, type Connection } from '@temporalio/client';
import type { SearchAttributeType } from '@temporalio/common';
import { encodeSearchAttributeIndexedValueType } from '@temporalio/common/lib/search-attributes.js';

export interface SearchAttribute {
  name: string;
  type: SearchAttributeType;
}

const ALREADY_EXISTS = 6;
const UNIMPLEMENTED = 12;

/**
 * Registers the search attributes that a namespace lacks; workflows may set them as soon as this returns, so it must
 * come before a worker polls. (The development server's own `--search-attribute` does nothing on an existing database.)
 */
export async function registerSearchAttributes(
  connection: Connection,
  namespace: string,
  attributes: readonly SearchAttribute[],
): Promise<void> {
  const present = await listPresent(connection, namespace);
  const missing = attributes.filter(({ name }) => !present.has(name));
  if (missing.length === 0) return;
  const searchAttributes = Object.fromEntries(
    missing.map(({ name, type }) => [name, encodeSearchAttributeIndexedValueType(type) ?? null]),
  ) as Record<string, number>;
  await connection.operatorService.addSearchAttributes({ namespace, searchAttributes }).catch(ignore(ALREADY_EXISTS));
}

/** The time-skipping test server cannot list them. */
async function listPresent({ operatorService }: Connection, namespace: string): Promise<Set<string>> {
  const answer = await operatorService.listSearchAttributes({ namespace }).catch(ignore(UNIMPLEMENTED));
  return new Set(Object.keys(answer?.customAttributes ?? {}));
}

function ignore(code: number) {
  return (error: unknown): undefined => {
    if (!isGrpcServiceError(error) || (error.code as number) !== code) throw error;
  };
}
