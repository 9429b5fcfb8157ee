import type { ListingStatus } from '../../domain/listing-status.ts';
import type { ReportListing } from '../report-data.ts';
import { dayWords, reasonWords, STATUS_WORDS } from '../wording.ts';
import { addText, lineHeight, roomLeft, turnPage, type Paper } from './paper.ts';
import { shownAddress, webAddress } from '../web-address.ts';
import { bold, INK, MUTED, plain, STATUS_COLORS } from './palette.ts';
import { drawTable, type Cell, type Column } from './table.ts';

const SIZE = 8.5;
const COLUMNS: Column[] = [
  { title: 'Directory', width: 124, maxLines: 2 },
  { title: 'Rating', width: 44, align: 'end', maxLines: 1 },
  { title: 'Status', width: 86, maxLines: 3 },
  { title: 'Submitted', width: 66, maxLines: 1 },
  { title: 'Live since', width: 66, maxLines: 1 },
  { title: 'Listing', width: 113, maxLines: 2 },
];

export function drawListings(paper: Paper, listings: ReportListing[]): void {
  const heading = bold(15, paper.palette.heading);
  if (roomLeft(paper) < 120) turnPage(paper);
  addText(paper, 'H2', 'Listings', heading, 1);
  paper.y += 6;
  if (listings.length === 0) {
    addText(paper, 'P', 'No directory has been chosen yet: the listings will stand here.', plain(10, MUTED), 2);
    paper.y += lineHeight(plain(10));
    return;
  }
  drawTable(
    paper,
    COLUMNS,
    listings.map((listing) => rowOf(paper, listing)),
  );
}

function rowOf({ palette }: Paper, listing: ReportListing): Cell[] {
  const link = webAddress(listing.liveUrl);
  const cell = (text: string, color = INK): Cell => ({ text, link: null, style: plain(SIZE, color) });
  return [
    { text: listing.directory, link: webAddress(listing.directoryUrl), style: bold(SIZE) },
    cell(String(listing.domainRating)),
    { text: statusWords(listing.status, listing), link: null, style: bold(SIZE, STATUS_COLORS[listing.status]) },
    cell(listing.submittedAt ? dayWords(listing.submittedAt) : '–', MUTED),
    cell(listing.liveAt ? dayWords(listing.liveAt) : '–', MUTED),
    link === null
      ? cell(placeholder(listing), MUTED)
      : { text: shownAddress(link), link, style: plain(SIZE, palette.link) },
  ];
}

function statusWords(status: ListingStatus, { reason }: ReportListing): string {
  const why = reasonWords(reason);
  return STATUS_WORDS[status] + (why === null ? '' : `: ${why}`);
}

function placeholder({ status }: ReportListing): string {
  return status === 'live' ? 'Published without a link' : '–';
}
