import { sql } from 'kysely';
import type { Sql } from '../../db/database.ts';
import type { ServiceDeps } from '../deps.ts';

/** How an account's reports and share pages look. Sizes are in pixels. */
export interface Brand {
  logo: { width: number; height: number; bytes: number } | null;
  /** `#rrggbb`, in lower case. */
  primaryColor: string;
  accentColor: string;
  /** Where answers to the account's mail go; null for nowhere in particular. */
  replyTo: string | null;
}

/** What to change; what is not given stays. A logo or address that is null is taken away. */
export interface BrandChange {
  /** `png` as `processImage` made it. */
  logo?: { png: Buffer; width: number; height: number } | null | undefined;
  primaryColor?: string | undefined;
  accentColor?: string | undefined;
  replyTo?: string | null | undefined;
}

/** White text can be read on both. */
export const DEFAULT_COLORS = { primary: '#2563eb', accent: '#0f766e' } as const;

/** The account's brand, with defaults where it has chosen nothing. */
export async function readBrand(db: Sql, accountId: string): Promise<Brand> {
  const row = await db
    .selectFrom('account_brand')
    .select(['logo_width', 'logo_height', 'primary_color', 'accent_color', 'reply_to'])
    .select(sql<number | null>`octet_length(logo)`.as('logo_bytes'))
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  const hasLogo = row && row.logo_bytes !== null;
  return {
    logo: hasLogo ? { width: row.logo_width!, height: row.logo_height!, bytes: row.logo_bytes! } : null,
    primaryColor: row?.primary_color ?? DEFAULT_COLORS.primary,
    accentColor: row?.accent_color ?? DEFAULT_COLORS.accent,
    replyTo: row?.reply_to ?? null,
  };
}

/**
 * Changes the brand of an account, which must exist.
 *
 * @param change at least one member
 */
export async function changeBrand(
  { db }: Pick<ServiceDeps, 'db'>,
  accountId: string,
  { logo, primaryColor, accentColor, replyTo }: BrandChange,
): Promise<void> {
  const columns = {
    ...(logo === undefined ? {} : { logo: logo?.png ?? null, ...sizeColumns(logo) }),
    ...(primaryColor === undefined ? {} : { primary_color: primaryColor }),
    ...(accentColor === undefined ? {} : { accent_color: accentColor }),
    ...(replyTo === undefined ? {} : { reply_to: replyTo }),
  };
  await db.sql
    .insertInto('account_brand')
    .values({ account_id: accountId, ...columns })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(columns))
    .execute();
}

function sizeColumns(logo: { width: number; height: number } | null) {
  return { logo_width: logo?.width ?? null, logo_height: logo?.height ?? null };
}
