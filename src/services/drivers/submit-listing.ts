import { projectInTransaction } from '../../db/finders/projects.ts';
import { namesLogin, type LoginField } from '../../domain/driver-template.ts';
import type { SubmissionOutcome } from '../../domain/submission.ts';
import type { GuardedFetch } from '../../outbound/guarded-fetch.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';
import type { DirectoryDriver } from '../../resources/directory-driver.ts';
import type { ServiceDeps } from '../deps.ts';
import { provideLogin } from '../logins/provide-login.ts';
import { judgeAnswer, judgeFault } from './judge-answer.ts';
import { writeRequest } from './write-request.ts';

export type SubmitDeps = ServiceDeps & { fetch: GuardedFetch };

const TIMEOUT_MS = 20_000;

/** Of an answer no more is read; a link beyond it is not found. */
const MAX_ANSWER_BYTES = 262_144;

/**
 * Submits a live listing once, with its project and its directory's driver as they are now. The listing does not move:
 * that is for the outcome to be recorded. Repeating it after a crash sends the same Idempotency-Key.
 *
 * @param version the version of the listing that the try was decided on
 */
export async function submitListing(deps: SubmitDeps, listingId: string, version: number): Promise<SubmissionOutcome> {
  const found = await deps.db.sql
    .selectFrom('listing as l')
    .innerJoin('directory as d', 'd.id', 'l.directory_id')
    .leftJoin('directory_secret as s', 's.directory_id', 'd.id')
    .select(['l.project_id', 'd.driver', 's.sealed'])
    .where('l.id', '=', listingId)
    .where('l.version', '=', version)
    .where('l.status', '=', 'in_progress')
    .where('l.livemode', '=', true)
    .executeTakeFirst();
  if (!found?.driver) return { kind: 'outdated' };
  const secret = found.driver.auth ? openSecret(deps, found.sealed) : null;
  if (found.driver.auth && secret === null) {
    return { kind: 'broken', said: 'the secret cannot be opened with this SECRET_KEY: set the driver with its secret' };
  }
  const project = await projectInTransaction(deps.db.sql, found.project_id);
  const needsLogin = Object.values(found.driver.submit.fields).some(namesLogin);
  if (needsLogin && deps.mailDomain === null) {
    return { kind: 'broken', said: 'the description names a login, and MAIL_DOMAIN is not set: it would get no mail' };
  }
  const login = needsLogin ? await openLogin(deps, listingId) : null;
  const { assetsUrl } = deps;
  const request = writeRequest(found.driver, project, { key: listingId, secret, login, assetsUrl });
  return exchange(deps.fetch, found.driver, request);
}

/** What templates may name of the listing's login, which is made when it is first needed. */
async function openLogin(deps: SubmitDeps, listingId: string): Promise<Record<LoginField, string>> {
  const { email, username, password } = await provideLogin(deps, listingId);
  return { email, username, password };
}

function openSecret({ secrets }: SubmitDeps, sealed: Buffer | null): string | null {
  try {
    return sealed && secrets.open(sealed);
  } catch {
    return null;
  }
}

async function exchange(
  fetch: GuardedFetch,
  driver: DirectoryDriver,
  { method, url, body, headers }: ReturnType<typeof writeRequest>,
): Promise<SubmissionOutcome> {
  try {
    const answer = await fetch.send(method, url, body, {
      headers,
      accept: 'application/json, */*;q=0.1',
      maxBytes: MAX_ANSWER_BYTES,
      overflow: 'truncate',
      timeoutMs: TIMEOUT_MS,
    });
    return judgeAnswer(driver, answer);
  } catch (error) {
    if (error instanceof OutboundError) return judgeFault(error);
    throw error;
  }
}
