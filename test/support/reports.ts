import { buildReport } from '../../src/services/reports/build-report.ts';
import { expectStatus } from './factories.ts';
import type { TestService } from './service.ts';

export interface ReportBody {
  id: string;
  file_name: string | null;
  ready_at: string | null;
  expires_at: string | null;
  status: string;
}

/** A report of a project whose file holds these bytes, built without drawing anything. */
export async function readyReport(
  { call, service }: TestService,
  key: string,
  projectId: string,
  { json = { format: 'pdf' }, bytes = Buffer.from('the file') }: { json?: object; bytes?: Buffer } = {},
): Promise<ReportBody> {
  const { id } = expectStatus(await call('POST', `/projects/${projectId}/reports`, { key, json }), 201)
    .body as ReportBody;
  const documents = { build: () => Promise.resolve(bytes), close: () => Promise.resolve() };
  await buildReport({ ...service, documents }, id);
  return expectStatus(await call('GET', `/reports/${id}`, { key }), 200).body as ReportBody;
}
