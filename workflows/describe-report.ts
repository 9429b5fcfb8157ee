import type { ReportSnapshot } from '../src/services/reports/read-report.ts';

/**
 * Markdown for the Temporal UI: what a report waits for, and since when.
 *
 * @param fault why it could not be built
 */
export function describeReport(report: ReportSnapshot, fault: string | null = null): string {
  const { projectName, projectId, format, includeLogins, status } = report;
  const what = `${format.toUpperCase()} report${includeLogins ? ' with logins' : ''} of **${projectName}** (\`${projectId}\`), asked for at ${report.createdAt}.`;
  switch (status) {
    case 'building':
      return `${what}\n\nWaits for its file to be built, since ${new Date().toISOString()}. A try that fails is repeated; its activity says why.`;
    case 'ready':
      return `${what}\n\nIts file \`${report.fileName}\` is ready. Waits until ${report.expiresAt} to delete it.`;
    case 'failed':
      return `${what}\n\nIt **could not be built**${fault === null ? '' : `: ${fault}`}. The agency was told and can build a new one.`;
  }
}
