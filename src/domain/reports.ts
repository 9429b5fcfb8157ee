import { DAY_MS } from './time.ts';

export const REPORT_FORMATS = ['pdf', 'xlsx'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export const REPORT_STATUSES = ['building', 'ready', 'failed'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** How long a file is kept once it is ready (specification part 8). */
export const FILE_KEPT_MS = 7 * DAY_MS;

/** How long after a build the next one of the same kind may begin (specification part 8). */
export const BUILD_PAUSE_MS: Record<ReportFormat, number> = { pdf: 30_000, xlsx: 10_000 };

const MAX_NAME_LETTERS = 80;

/** What file systems forbid or read as something else, and what turns the direction of what follows. */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}"*/:<>?\\|%]+/gu;

/**
 * The name of a report's file: in the letters of the project's name, safe on every file system.
 *
 * @param builtAt the day in the name is that of UTC
 */
export function reportFileName(
  projectName: string,
  report: { format: ReportFormat; include_logins: boolean; livemode: boolean },
  builtAt: Date,
): string {
  const name = [...projectName.normalize('NFC').replaceAll(UNSAFE, ' ')].slice(0, MAX_NAME_LETTERS).join('');
  const parts = [
    name.replaceAll(/\s+/g, ' ').replace(/^[.\s]+|[.\s]+$/g, '') || 'Project',
    'listings',
    ...(report.include_logins ? ['and logins'] : []),
    builtAt.toISOString().slice(0, 10),
    ...(report.livemode ? [] : ['TEST MODE']),
  ];
  return `${parts.join(' ')}.${report.format}`;
}
