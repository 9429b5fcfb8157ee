import type ExcelJS from 'exceljs';
import { LISTING_STATUSES } from '../../domain/listing-status.ts';
import type { ReportData } from '../report-data.ts';
import { countStatuses, ratingsOfLive } from '../summary-figures.ts';
import { STATUS_WORDS } from '../wording.ts';
import { linked } from './listings-sheet.ts';
import { addSheet, FONT, setCell, type Value } from './sheet.ts';

const WIDTHS = [34, 60];

export function addSummarySheet(workbook: ExcelJS.Workbook, data: ReportData): void {
  const { project, agency, asOf, listings } = data;
  const sheet = addSheet(workbook, data, 'Summary', `Directory listings of ${project.name}`);
  WIDTHS.forEach((width, index) => (sheet.getColumn(index + 1).width = width));
  const counts = countStatuses(listings);
  const live = ratingsOfLive(listings);
  const rows: [string, Value][] = [
    ['Agency', agency.name],
    ['Project', project.name],
    ['Site', linked(project.url)],
    ['As of (UTC)', asOf],
    ['Listings', listings.length],
    ...LISTING_STATUSES.map((status): [string, Value] => [STATUS_WORDS[status], counts[status]]),
    ['Domain rating of the site', project.domainRating ?? 'not measured yet'],
    ['Highest rating of a live directory', live?.highest ?? null],
    ['Median rating of live directories', live?.median ?? null],
    ['Source of domain ratings', data.ratingAttribution],
  ];
  rows.forEach(([name, value], index) => {
    const row = sheet.getRow(index + 3);
    setCell(row.getCell(1), name);
    row.getCell(1).font = { ...FONT, bold: true };
    setCell(row.getCell(2), value);
    row.getCell(2).alignment = { horizontal: 'left' };
  });
  sheet.views = [{ state: 'frozen', ySplit: 1 }];
}
