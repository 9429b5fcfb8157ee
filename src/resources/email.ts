import type { Selectable } from 'kysely';
import { Type, type Static } from 'typebox';
import type { Schema } from '../db/database.ts';
import type { MailContent } from '../domain/mail/mail-content.ts';
import { component, id, nullable, object, oneOf, timestamp } from './schema-kit.ts';

/** Specification 2.13. */
export const EmailSchema = component(
  'Email',
  object({
    object: oneOf(['email']),
    livemode: Type.Boolean(),
    listing: id('listing'),
    from: Type.String(),
    to: Type.String(),
    subject: Type.String(),
    text: Type.String(),
    links: Type.Array(Type.String({ format: 'uri' })),
    code: nullable(Type.String()),
    received_at: timestamp,
  }),
);

export type EmailObject = Static<typeof EmailSchema>;

/** A mail with its mailbox. */
export type EmailRow = Selectable<Schema['email']> & { to: string; livemode: boolean };

/** @param content what is sealed in the row */
export function presentEmail(email: EmailRow, content: MailContent): EmailObject {
  return {
    object: 'email',
    livemode: email.livemode,
    listing: email.listing_id,
    from: content.from,
    to: email.to,
    subject: content.subject,
    text: content.text,
    links: content.links,
    code: content.code,
    received_at: email.received_at.toISOString(),
  };
}
