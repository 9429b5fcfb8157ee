import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReportObject } from '../resources/report.ts';
import type { ShareLinkObject } from '../resources/share-link.ts';
import type { Api } from './api.ts';
import { poll } from './poll.ts';
import type { Terminal } from './terminal.ts';

/** What the agency's client gets to see. */
export interface Results {
  /** The path of a PDF. */
  reportFile: string;
  /** Of a page that needs no key. */
  shareUrl: string;
}

/** Has a report of a project built, keeps it in a folder, and shares the project's page. */
export async function presentResults(
  api: Api,
  terminal: Terminal,
  { projectId, folder, signal }: { projectId: string; folder: string; signal: AbortSignal },
): Promise<Results> {
  terminal.step('Building a report and a share page');
  const asked = await api.post<ReportObject>(`/projects/${projectId}/reports`, { format: 'pdf' });
  const report = await whenBuilt(api, asked.id, signal);
  const reportFile = join(folder, 'report.pdf');
  await writeFile(reportFile, await api.download(`/reports/${report.id}/file`));
  const { url: shareUrl } = await api.post<ShareLinkObject>(`/projects/${projectId}/share_link`, {});
  terminal.endStep();
  return { reportFile, shareUrl };
}

function whenBuilt(api: Api, id: string, signal: AbortSignal): Promise<ReportObject> {
  const isReady = ({ status }: ReportObject) => {
    if (status === 'failed') throw new Error('The report could not be built.');
    return status === 'ready';
  };
  return poll(() => api.get(`/reports/${id}`), isReady, { late: () => 'The report was not built in time.', signal });
}
