import type { Selectable } from 'kysely';
import { Type, type Static } from 'typebox';
import type { Schema } from '../db/database.ts';
import { DirectoryInListing, presentDirectoryInListing } from './listing.ts';
import { component, id, nullable, object, oneOf, timestamp } from './schema-kit.ts';

/** Specification 2.13. */
export const LoginSchema = component(
  'Login',
  object({
    object: oneOf(['login']),
    livemode: Type.Boolean(),
    project: id('project'),
    listing: id('listing'),
    directory: DirectoryInListing,
    email: Type.String({ format: 'email' }),
    username: Type.String(),
    password: Type.String(),
    login_url: Type.String({ format: 'uri' }),
    created_at: timestamp,
    last_email_at: nullable(timestamp),
  }),
);

export type LoginObject = Static<typeof LoginSchema>;

/** A login with its directory and its project's password. */
export type LoginView = Selectable<Schema['login']> & {
  directory_id: string;
  directory_name: string;
  directory_domain_rating: number;
  sealed_password: Buffer;
};

/**
 * @param password in the clear
 * @param assetsUrl where directory logos are served from, without a trailing slash
 */
export function presentLogin(login: LoginView, password: string, assetsUrl: string): LoginObject {
  return {
    object: 'login',
    livemode: login.livemode,
    project: login.project_id,
    listing: login.listing_id,
    directory: presentDirectoryInListing(login, assetsUrl),
    email: login.email,
    username: login.username,
    password,
    login_url: login.login_url,
    created_at: login.created_at.toISOString(),
    last_email_at: login.last_email_at?.toISOString() ?? null,
  };
}
