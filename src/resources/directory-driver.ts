import { Type, type Static, type TSchema } from 'typebox';
import { dictionary, object, oneOf } from './schema-kit.ts';

const MAX_URL = 2_048;
const MAX_FIELDS = 100;

/** A token of RFC 9110, which is what a header may be called. */
export const HEADER_NAME = "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$";
export const HEADER_VALUE = '^[\\x21-\\x7e]([\\x20-\\x7e]{0,498}[\\x21-\\x7e])?$';
export const JSON_POINTER = '^(/([^~/]|~[01])*)+$';
const FIELD_NAME = '^[^\\x00-\\x1f\\x7f]{1,200}$';

const statuses = Type.Array(Type.Integer({ minimum: 200, maximum: 499 }), {
  minItems: 1,
  maxItems: 20,
  uniqueItems: true,
});

const named = <T extends TSchema>(pattern: string, value: T) =>
  dictionary(value, { propertyNames: { pattern }, minProperties: 1, maxProperties: MAX_FIELDS });

/** How listings are submitted to a directory by HTTP; docs/decisions/0017 says what each member means. */
export const DirectoryDriverSchema = object({
  kind: oneOf(['http']),
  submit: object({
    url: Type.String({ format: 'web-url', maxLength: MAX_URL }),
    method: oneOf(['POST', 'PUT']),
    encoding: oneOf(['json', 'form']),
    /** Templates, by the directory's names of the fields. */
    fields: named(FIELD_NAME, Type.String({ maxLength: 5_000 })),
    headers: Type.Optional(named(HEADER_NAME, Type.String({ pattern: HEADER_VALUE }))),
  }),
  /**
   * How the directory's secret is sent: as a bearer token, as the user name, colon and password of basic authentication,
   * or in a header of this name.
   */
  auth: Type.Optional(
    object({
      kind: oneOf(['bearer', 'basic', 'header']),
      header: Type.Optional(Type.String({ pattern: HEADER_NAME })),
    }),
  ),
  accepted: object({ statuses, then: oneOf(['submitted', 'live']) }),
  rejected: Type.Optional(object({ statuses })),
  /** Where the answer says at which address the listing is live. */
  live_url: Type.Optional(object({ json_pointer: Type.String({ pattern: JSON_POINTER, maxLength: 200 }) })),
  /** Listings that are submitted in one UTC day at most. */
  per_day: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
});

export type DirectoryDriver = Static<typeof DirectoryDriverSchema>;
