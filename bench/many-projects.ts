/** Accounts with as many projects as asked for, inserted at once. */
import { newId } from '../src/db/new-id.ts';
import type { Scope } from '../src/db/scope.ts';
import { createAgency } from '../src/main/agency.ts';
import type { Service } from '../src/main/service.ts';

export interface LargeAccount {
  scope: Scope;
  key: string;
}

const FIRST_MS = Date.UTC(2026, 0, 1);
/** The projects of every account are spread over the same time, so that they lie mixed in the order of ids. */
const SPAN_MS = 90 * 86_400_000;

/** Words in a project's name, by how many of an account's projects have them. */
export const WORD = {
  half: 'Mobile',
  oneOf100: 'Hundredth',
  five: 'Quixotic',
  fiveOf2Letters: 'Zq',
  none: 'Xylophone',
};

/** An account whose test mode has so many projects: described, half of them with a logo and two screenshots. */
export async function createLargeAccount(service: Service, count: number): Promise<LargeAccount> {
  const agency = { name: 'Agency', ownerEmail: 'owner@agency.example', liveLaunches: 1 };
  const { accountId, keys } = await createAgency(service, agency);
  const times = Array.from({ length: count }, (_, index) => new Date(FIRST_MS + (index * SPAN_MS) / count));
  const ids = times.map((time) => newId('project', time));
  await service.db.pool.query(PROJECTS, [
    accountId,
    ids,
    times,
    WORD.half,
    WORD.oneOf100,
    WORD.five,
    WORD.fiveOf2Letters,
  ]);
  await service.db.pool.query(IMAGES, [accountId]);
  return { scope: { account_id: accountId, livemode: false }, key: keys.test.full };
}

const PROJECTS = `
insert into project (
  id, account_id, livemode, status, url, url_key, name, name_source, contact_email, tagline, short_description,
  long_description, category, pricing_model, competitors, tags, audience, autofill_status, autofill_filled,
  image_candidates, badge_status, auto_replace, excluded_directories, progress, external_id, metadata, created_at,
  updated_at, launched_at
)
select id, $1, false, status, 'https://www.' || host || '/' || case n % 4 when 0 then 'landing?ref=agency' else '' end,
  host || '/' || n, name, 'input', 'hello@' || host, 'Does one thing, and does it well',
  repeat('A product that does one thing. ', 5), repeat('A product that does one thing, described at length. ', 20),
  'saas', 'freemium', '[{"name":"One","url":null},{"name":"Two","url":null},{"name":"Three","url":null}]',
  '{productivity,teams,automation}', '{"b2b":true}', 'complete', '{}', '[]', 'installed', true, '{}',
  case status when 'draft' then null else '{"pending":10,"in_progress":20,"submitted":30,"live":40}'::json end,
  'crm-' || n, '{"crm_id":"4711"}', at, at, case status when 'draft' then null else at end
from unnest($2::text[], $3::timestamptz[]) with ordinality as project (id, at, n)
cross join lateral (
  select (array['Bright', 'Swift', 'Quiet', 'Solar', 'Lunar', 'Rapid', 'Clever', 'Silver', 'Golden', 'Hidden'])[1 + n * 7 % 10]
      as first,
    (array['Ledger', 'Canvas', 'Beacon', 'Harbor', 'Signal', 'Forge', 'Garden', 'Pilot', 'Studio'])[1 + n / 10 * 5 % 9]
      as second,
    case when n % 200 = 0 then 'on_hold' when n % 5 = 0 then 'draft' when n % 3 = 0 then 'completed' else 'in_progress' end
      as status
) as words
cross join lateral (
  select lower(first || '-' || second) || '-' || n || '.example.com' as host,
    concat_ws(' ', first, second, case when n % 2 = 0 then $4 end, case when n % 100 = 9 then $5 end,
      case when n % (cardinality($2) / 5) = 123 then $6 end, case when n % (cardinality($2) / 5) = 77 then $7 end) as name
) as named`;

const IMAGES = `
insert into image (id, project_id, kind, position, status, asset_key, created_at)
select 'img_' || left(md5(project.id || index), 22), project.id, case index when 0 then 'logo' else 'screenshot' end,
  greatest(0, index - 1), 'ready', 'images/' || project.id || '/' || index || '.png', project.created_at
from project cross join generate_series(0, 2) as index
where project.account_id = $1 and left(md5(project.id), 1) < '8'`;
