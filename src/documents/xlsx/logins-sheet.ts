import type ExcelJS from 'exceljs';
import type { ReportData, ReportLogin } from '../report-data.ts';
import { linked } from './listings-sheet.ts';
import { addSheet, addTable, type SheetColumn } from './sheet.ts';

const COLUMNS: SheetColumn[] = [
  { title: 'Directory', width: 32 },
  { title: 'Email', width: 44 },
  { title: 'User name', width: 28 },
  { title: 'Password', width: 28 },
  { title: 'Sign in at', width: 60 },
];

/** The logins at the directories, with the password that they share. */
export function addLoginsSheet(workbook: ExcelJS.Workbook, data: ReportData, logins: ReportLogin[]): void {
  const sheet = addSheet(workbook, data, 'Logins', `Directory logins of ${data.project.name}: keep them to yourself`);
  const rows = logins.map(({ directory, email, username, password, loginUrl }) => [
    directory,
    email,
    username,
    password,
    linked(loginUrl),
  ]);
  addTable(sheet, data, COLUMNS, rows);
}
