import FindMyWay from 'find-my-way';
import { ServiceError } from '../errors.ts';

/** A path of an API that is no more, and where its users find what took its place (specification 9.4). */
export interface RetiredPath {
  /** The whole path, such as `/v0/products/{id}`. */
  path: string;
  /** The address of the replacement's documentation. */
  replacement: string;
}

export const RETIRED_PATHS: readonly RetiredPath[] = [];

/** @throws ServiceError `gone` with the replacement as its `doc_url`, when the path is retired */
export type RefuseRetired = (path: string) => void;

/** Makes the check for retired paths; whatever the method, they are gone. */
export function createRetiredPaths(retired: readonly RetiredPath[]): RefuseRetired {
  const router = FindMyWay();
  for (const { path, replacement } of retired) {
    router.on('GET', path.replaceAll(/\{(\w+)\}/g, ':$1'), () => undefined, replacement);
  }
  return (path) => {
    const match = router.find('GET', path);
    if (!match) return;
    const docUrl = match.store as string;
    throw new ServiceError('gone', `This path is retired; ${docUrl} tells what replaces it.`, { docUrl });
  };
}
