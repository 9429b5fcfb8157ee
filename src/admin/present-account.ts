import { toSecond } from '../domain/time.ts';
import type { ModeActivity } from '../services/accounts/account-activity.ts';
import type { Brand } from '../services/accounts/account-brand.ts';
import type { AccountRecord, Launches } from '../services/accounts/account-records.ts';
import { formatFields, formatTable } from './report.ts';

/** All that an operator sees of one account. */
export interface AccountDetails {
  account: AccountRecord;
  brand: Brand;
  activity: { live: ModeActivity; test: ModeActivity };
}

/** An account for programs; its times are to the second. */
export function accountJson(account: AccountRecord) {
  return {
    object: 'account',
    id: account.id,
    name: account.name,
    owner_email: account.ownerEmail,
    state: account.state,
    launches: account.launches,
    created_at: toSecond(account.createdAt),
    first_purchase_at: account.firstPurchaseAt && toSecond(account.firstPurchaseAt),
    suspended_at: account.suspendedAt && toSecond(account.suspendedAt),
  };
}

/** An account for programs, with what it has and does in each mode, and its brand. */
export function accountDetailsJson({ account, brand, activity: { live, test } }: AccountDetails) {
  return {
    ...accountJson(account),
    projects: { live: live.projects, test: test.projects },
    in_flight: { live: live.inFlight, test: test.inFlight },
    keys: { live: live.keys, test: test.keys },
    brand: {
      logo: brand.logo,
      primary_color: brand.primaryColor,
      accent_color: brand.accentColor,
      reply_to: brand.replyTo,
    },
  };
}

/** An account for people, a property a line. */
export function accountText({ account, brand, activity }: AccountDetails): string {
  return formatFields([
    ['id', account.id],
    ['name', account.name],
    ['owner', account.ownerEmail],
    ['state', account.state],
    ['live launches', launchesText(account.launches.live)],
    ['live mode', activityText(activity.live)],
    ['test launches', launchesText(account.launches.test)],
    ['test mode', activityText(activity.test)],
    ['logo', logoText(brand.logo)],
    ['colors', `${brand.primaryColor} primary, ${brand.accentColor} accent`],
    ['reply-to', brand.replyTo ?? '-'],
    ['created', toSecond(account.createdAt)],
    ['first purchase', account.firstPurchaseAt ? toSecond(account.firstPurchaseAt) : '-'],
    ['suspended', account.suspendedAt ? toSecond(account.suspendedAt) : '-'],
  ]);
}

/** Accounts for people, one a line, with the launches of each mode as available/total. */
export function accountsTable(accounts: AccountRecord[]): string {
  return formatTable(
    ['ID', 'STATE', 'LIVE', 'TEST', 'CREATED', 'OWNER', 'NAME'],
    accounts.map(({ id, state, launches, createdAt, ownerEmail, name }) => [
      id,
      state,
      `${launches.live.available}/${launches.live.total}`,
      `${launches.test.available}/${launches.test.total}`,
      toSecond(createdAt),
      ownerEmail,
      name,
    ]),
  );
}

function launchesText({ available, used, total }: Launches): string {
  return `${available} available, ${used} used, ${total} in total`;
}

function activityText({ projects, inFlight, keys }: ModeActivity): string {
  return `projects: ${projects}, listings in flight: ${inFlight}, working keys: ${keys}`;
}

function logoText(logo: Brand['logo']): string {
  return logo ? `${logo.width} x ${logo.height} pixels, ${logo.bytes} bytes` : '-';
}
