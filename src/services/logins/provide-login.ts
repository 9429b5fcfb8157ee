import { findLogin } from '../../db/finders/logins.ts';
import type { SecretBox } from '../../crypto/secret-box.ts';
import { ServiceError } from '../../errors.ts';
import type { LoginView } from '../../resources/login.ts';
import type { ServiceDeps } from '../deps.ts';
import { scopeOfListing } from '../listings/scope-of-listing.ts';
import { inTransaction, type TransactionDeps } from '../transaction.ts';
import { makeLogin } from './make-login.ts';

export type LoginDeps = TransactionDeps & Pick<ServiceDeps, 'mailDomain'> & { secrets: SecretBox };

/** A login with its password in the clear. */
export interface OpenLogin extends LoginView {
  password: string;
}

/**
 * The login of a listing that exists, made when it is first asked for. Whoever asks at the same time gets the same.
 *
 * @throws ServiceError `validation_failed` where there is none yet and no mail comes in, so that none can be made
 */
export async function provideLogin(deps: LoginDeps, listingId: string): Promise<OpenLogin> {
  const found = (await findLogin(deps.db.sql, listingId)) ?? (await makeAndFind(deps, listingId));
  return { ...found, password: deps.secrets.open(found.sealed_password) };
}

async function makeAndFind(deps: LoginDeps, listingId: string): Promise<LoginView> {
  const { mailDomain } = deps;
  if (mailDomain === null) {
    throw new ServiceError(
      'validation_failed',
      'No login can be made: MAIL_DOMAIN is not set, so it would get no mail.',
    );
  }
  const scope = await scopeOfListing(deps.db.sql, listingId);
  await inTransaction(deps, scope, ({ sql, now }) => makeLogin(sql, deps.secrets, listingId, mailDomain, now));
  return (await findLogin(deps.db.sql, listingId))!;
}
