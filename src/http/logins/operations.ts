import { findListing } from '../../db/finders/listings.ts';
import { listEmails as findEmails, listLogins as findLogins, type LoginPosition } from '../../db/finders/logins.ts';
import { exampleList } from '../../resources/examples/ids.ts';
import { EMAIL, LOGIN } from '../../resources/examples/login.ts';
import { EmailSchema, presentEmail } from '../../resources/email.ts';
import { LoginSchema, presentLogin } from '../../resources/login.ts';
import { listOf } from '../../resources/schema-kit.ts';
import { openEmail } from '../../services/logins/store-email.ts';
import { listQuery, pageOf, presentPage } from '../list.ts';
import { operation } from '../operation.ts';
import { projectInPath } from '../projects/operations.ts';

export const listLogins = operation({
  id: 'listLogins',
  method: 'GET',
  path: '/projects/{project_id}/logins',
  tag: 'Logins',
  summary: "List a project's logins at directories, newest first",
  description:
    'The accounts that the service made for the product, with the password that they share. It takes a key with full permissions.',
  query: listQuery({}),
  success: {
    status: 200,
    description: 'A page of logins, with the password that they share.',
    schema: listOf('LoginList', LoginSchema),
    example: exampleList(LOGIN),
  },
  errors: ['not_found'],
  find: projectInPath,
  isList: true,
  fullKeyOnly: true,
  async handle(request) {
    const { deps, found } = request;
    const page = await findLogins(deps.db.sql, found.id, pageOf<LoginPosition>(request));
    return presentPage(
      request,
      page,
      (login) => presentLogin(login, deps.secrets.open(login.sealed_password), deps.assetsUrl),
      (login): LoginPosition => ({ at: login.created_at.toISOString(), id: login.listing_id }),
    );
  },
});

export const listEmails = operation({
  id: 'listEmails',
  method: 'GET',
  path: '/listings/{listing_id}/emails',
  tag: 'Logins',
  summary: "List the emails that a listing's login received, newest first",
  description:
    'Verification codes and links are found in them, for whoever has to act. It takes a key with full permissions.',
  query: listQuery({}),
  success: {
    status: 200,
    description: 'A page of emails.',
    schema: listOf('EmailList', EmailSchema),
    example: exampleList(EMAIL),
  },
  errors: ['not_found'],
  find: { kind: 'listing', by: ({ db }, { scope }, listingId) => findListing(db, scope, listingId) },
  isList: true,
  fullKeyOnly: true,
  async handle(request) {
    const { deps, found } = request;
    const page = await findEmails(deps.db.sql, found.id, pageOf<number>(request));
    return presentPage(
      request,
      page,
      (email) => presentEmail(email, openEmail(deps.secrets, email)),
      (email) => email.id,
    );
  },
});
