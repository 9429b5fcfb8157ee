import type { Database } from '../../db/database.ts';
import type { ListingStatus } from '../../domain/listing-status.ts';
import type { ReportFormat } from '../../domain/reports.ts';
import { DEFAULT_COLORS } from '../accounts/account-brand.ts';
import { hashShareToken } from './share-token.ts';

/** What a share page shows: nothing of prices, of actions or of what directories refused. Times are ISO 8601. */
export interface SharePage {
  livemode: boolean;
  agency: { name: string; colors: { primary: string; accent: string }; logo: LogoSize | null };
  project: { name: string; url: string; tagline: string | null; domain_rating: number | null };
  /** Highest rating first. */
  live: LiveListing[];
  /** Those that have not come to an end, the furthest first. */
  open: OpenListing[];
  /** Newest first. */
  reports: SharedReport[];
}

export interface LogoSize {
  width: number;
  height: number;
}

export interface LiveListing {
  directory: string;
  domain_rating: number;
  /** Null where it went live without a link. */
  url: string | null;
  live_at: string;
}

export interface OpenListing {
  directory: string;
  domain_rating: number;
  status: OpenStatus;
}

export const OPEN_STATUSES = [
  'submitted',
  'in_progress',
  'action_required',
  'pending',
] as const satisfies ListingStatus[];
export type OpenStatus = (typeof OPEN_STATUSES)[number];

export interface SharedReport {
  id: string;
  format: ReportFormat;
  size_bytes: number;
  ready_at: string;
}

const MAX_REPORTS = 4;

/** One row of JSON in one round trip. A revoked, an expired and an unknown link give the same none. */
const READ = `
select json_build_object(
  'livemode', p.livemode,
  'agency', json_build_object('name', a.name, 'colors', json_build_object(
    'primary', coalesce(b.primary_color, $4), 'accent', coalesce(b.accent_color, $5)), 'logo',
    case when b.logo is not null then json_build_object('width', b.logo_width, 'height', b.logo_height) end),
  'project', json_build_object('name', p.name, 'url', p.url, 'tagline', p.tagline, 'domain_rating', p.domain_rating),
  'live', coalesce((
    select json_agg(json_build_object('directory', d.name, 'domain_rating', d.domain_rating, 'url', l.live_url,
      'live_at', l.live_at) order by d.domain_rating desc, l.id)
    from listing l join directory d on d.id = l.directory_id where l.project_id = p.id and l.status = 'live'
  ), '[]'),
  'open', coalesce((
    select json_agg(json_build_object('directory', d.name, 'domain_rating', d.domain_rating, 'status', l.status)
      order by array_position($3::text[], l.status), d.domain_rating desc, l.id)
    from listing l join directory d on d.id = l.directory_id where l.project_id = p.id and l.status = any($3)
  ), '[]'),
  'reports', coalesce((
    select json_agg(r order by r.id desc) from (
      select id, format, size_bytes, ready_at from report
      where project_id = p.id and not include_logins and asset_key is not null and expires_at > $2
      order by id desc limit ${MAX_REPORTS}
    ) r
  ), '[]')
) as page
from share_link s join project p on p.id = s.project_id join account a on a.id = p.account_id
  left join account_brand b on b.account_id = a.id
where s.token_hash = $1 and (s.expires_at is null or s.expires_at > $2)`;

/** What the page of a link shows at a time; null when there is no such active link. */
export async function readSharePage({ pool }: Database, token: string, now: Date): Promise<SharePage | null> {
  const { rows } = await pool.query<{ page: SharePage }>({
    name: 'read_share_page',
    text: READ,
    values: [hashShareToken(token), now, OPEN_STATUSES, DEFAULT_COLORS.primary, DEFAULT_COLORS.accent],
  });
  return rows[0]?.page ?? null;
}
