import { isCancellation, setCurrentDetails, sleep } from '@temporalio/workflow';
import { database, documents } from './activities.ts';
import { attribute } from './attribute.ts';
import { causeOf } from './cause-of.ts';
import { describeReport } from './describe-report.ts';

/**
 * Builds a report's file, or fails the report when it cannot be built, and deletes the file when it has expired
 * (specification 3.3). A report that is there no more went with its draft.
 */
export async function report(reportId: string): Promise<void> {
  const asked = await database.readReport(reportId);
  if (!asked) return;
  attribute(asked);
  setCurrentDetails(describeReport(asked));
  const fault = await build(reportId);
  const built = await database.readReport(reportId);
  if (!built) return;
  setCurrentDetails(describeReport(built, fault));
  if (built.expiresAt === null) return;
  await sleep(Math.max(1, Date.parse(built.expiresAt) - Date.now()));
  await documents.deleteReportFile(reportId, new Date().toISOString());
  setCurrentDetails(`The file \`${built.fileName}\` was kept until ${built.expiresAt} and is deleted.`);
}

/** @returns why it could not be built; null when it was */
async function build(reportId: string): Promise<string | null> {
  try {
    await documents.buildReport(reportId);
    return null;
  } catch (error) {
    if (isCancellation(error)) throw error;
    await database.failReport(reportId);
    return causeOf(error);
  }
}
