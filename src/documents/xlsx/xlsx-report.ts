import ExcelJS from 'exceljs';
import type { ReportData } from '../report-data.ts';
import { titleOf } from '../wording.ts';
import { addListingsSheet } from './listings-sheet.ts';
import { addLoginsSheet } from './logins-sheet.ts';
import { addSummarySheet } from './summary-sheet.ts';

/** The report as a workbook: a summary, one row for each listing, and the logins where it has them. */
export async function buildXlsx(data: ReportData): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  workbook.creator = data.agency.name;
  workbook.title = titleOf(data);
  workbook.created = data.asOf;
  workbook.modified = data.asOf;
  addSummarySheet(workbook, data);
  addListingsSheet(workbook, data);
  if (data.logins) addLoginsSheet(workbook, data, data.logins);
  return Buffer.from(await workbook.xlsx.writeBuffer());
}
