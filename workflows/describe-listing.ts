import type { ListingReading } from '../activities/index.ts';

/**
 * Markdown for the Temporal UI: what a listing waits for, since when, and what moves it on.
 *
 * @param waitsFor what its driver says of that
 */
export function describeListing(reading: ListingReading, waitsFor: string): string {
  const head = `**${reading.projectName}** at **${reading.directoryName}** is \`${reading.status}\` since ${reading.movedAt}.`;
  return [head, withoutDriver(reading) ?? waitsFor, ...actionOf(reading), ...emailOf(reading)].join('\n\n');
}

/** What it waits for where no driver has a hand in it, or null. */
function withoutDriver({ status, livemode, action }: ListingReading): string | null {
  if (status === 'pending' || action?.waiting_on === 'service') {
    return 'Waits for a free slot: up to 100 listings of the account are in progress at once.';
  }
  const isOver = livemode && (status === 'not_accepted' || status === 'cancelled');
  return isOver ? 'Waits for nothing; a correction would move it on: update `correct` with `{"to":"pending"}`.' : null;
}

function actionOf({ action }: ListingReading): string[] {
  return action ? [`Action \`${action.code}\`, waiting on the ${action.waiting_on}: ${action.client_message}`] : [];
}

/** That there is mail, and never what it says: whoever sees the Temporal UI may not see logins. */
function emailOf({ lastEmail }: ListingReading): string[] {
  if (!lastEmail) return [];
  const { receivedAt, hasLink, hasCode } = lastEmail;
  const parts = [hasLink && 'a link', hasCode && 'a code'].filter((part) => part !== false);
  const holds = parts.length > 0 ? `It holds ${parts.join(' and ')}` : 'No link or code was found in it';
  return [`Mail came at ${receivedAt}. ${holds}; \`npm run admin -- listing emails lst_…\` shows it.`];
}
