import type ExcelJS from 'exceljs';
import type { ReportData, ReportListing } from '../report-data.ts';
import { webAddress } from '../web-address.ts';
import { dayWords, reasonWords, STATUS_WORDS } from '../wording.ts';
import { addSheet, addTable, type SheetColumn, type Value } from './sheet.ts';

const COLUMNS: SheetColumn[] = [
  { title: 'Directory', width: 32 },
  { title: 'Directory site', width: 32 },
  { title: 'Domain rating', width: 15, align: 'right' },
  { title: 'Status', width: 16 },
  { title: 'Reason', width: 26 },
  { title: 'Created (UTC)', width: 18 },
  { title: 'Submitted (UTC)', width: 18 },
  { title: 'Live since (UTC)', width: 18 },
  { title: 'Live link', width: 60 },
];

export function addListingsSheet(workbook: ExcelJS.Workbook, data: ReportData): void {
  const title = `Directory listings of ${data.project.name}, ${dayWords(data.asOf)}`;
  addTable(addSheet(workbook, data, 'Listings', title), data, COLUMNS, data.listings.map(rowOf));
}

function rowOf(listing: ReportListing): Value[] {
  return [
    listing.directory,
    linked(listing.directoryUrl),
    listing.domainRating,
    STATUS_WORDS[listing.status],
    reasonWords(listing.reason),
    listing.createdAt,
    listing.submittedAt,
    listing.liveAt,
    linked(listing.liveUrl),
  ];
}

/** A web address as a link; what is none stays text. */
export function linked(text: string | null): Value {
  const url = webAddress(text);
  return url === null || text === null ? text : { text, url };
}
