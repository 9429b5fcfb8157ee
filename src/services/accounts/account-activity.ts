import { sql } from 'kysely';
import type { Sql } from '../../db/database.ts';

/** What an account has and does in one of its modes. */
export interface ModeActivity {
  projects: number;
  /** Listings in `in_progress`. */
  inFlight: number;
  /** Keys that work: neither revoked nor expired. */
  keys: number;
}

/** What an account has and does now, in both its modes. */
export async function readActivity(
  db: Sql,
  accountId: string,
  now: Date,
): Promise<{ live: ModeActivity; test: ModeActivity }> {
  const { rows } = await sql<ModeActivity & { livemode: boolean }>`
    select livemode,
      (select count(*)::int from project p
        where p.account_id = m.account_id and p.livemode = m.livemode) as projects,
      (select count(*)::int from listing l
        where l.account_id = m.account_id and l.livemode = m.livemode and l.status = 'in_progress') as "inFlight",
      (select count(*)::int from api_key k
        where k.account_id = m.account_id and k.livemode = m.livemode and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > ${now})) as keys
    from account_mode m where account_id = ${accountId}
  `.execute(db);
  const modeOf = (live: boolean): ModeActivity => {
    const { projects, inFlight, keys } = rows.find(({ livemode }) => livemode === live)!;
    return { projects, inFlight, keys };
  };
  return { live: modeOf(true), test: modeOf(false) };
}
