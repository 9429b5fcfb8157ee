import { buildPdf } from './pdf/pdf-report.ts';
import type { ReportFormat } from '../domain/reports.ts';
import type { ReportData } from './report-data.ts';
import { buildXlsx } from './xlsx/xlsx-report.ts';

/** The bytes of a report. It takes the process that it runs in for a while: see `createDocumentBuilder`. */
export function buildDocument(format: ReportFormat, data: ReportData): Promise<Buffer> {
  return format === 'pdf' ? buildPdf(data) : buildXlsx(data);
}
