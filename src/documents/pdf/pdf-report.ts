import type { ReportData } from '../report-data.ts';
import { drawLetterhead } from './letterhead.ts';
import { drawListings } from './listings-table.ts';
import { drawLogins } from './logins-page.ts';
import { drawPageMarks } from './page-marks.ts';
import { createPaper } from './paper.ts';
import { drawSummary } from './summary.ts';
import { titleOf } from '../wording.ts';

/** The report as a PDF: tagged, with a title and a language, every letter embedded. */
export async function buildPdf(data: ReportData): Promise<Buffer> {
  const paper = createPaper(data, titleOf(data));
  const bytes = collect(paper.doc);
  drawLetterhead(paper, data);
  drawSummary(paper, data);
  drawListings(paper, data.listings);
  if (data.logins) drawLogins(paper, data.logins);
  drawPageMarks(paper, data);
  paper.root.end();
  paper.doc.end();
  return bytes;
}

async function collect(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of doc as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
