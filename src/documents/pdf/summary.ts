/** The first page's figures: how many listings stand where, how that came about, and the domain ratings. */
import type { ListingStatus } from '../../domain/listing-status.ts';
import { progressOverTime } from '../../domain/progress-over-time.ts';
import type { ReportData } from '../report-data.ts';
import { countStatuses, summarySentence } from '../summary-figures.ts';
import { STATUS_WORDS } from '../wording.ts';
import { addTagged, addText, CONTENT_WIDTH, drawArtifact, drawLines, lineHeight, MARGIN, type Paper } from './paper.ts';
import { bold, MUTED, plain, SHADE, STATUS_COLORS } from './palette.ts';
import { drawRatings } from './ratings.ts';
import { drawStageChart } from './stage-chart.ts';

/** In the order in which an agency looks for them. */
const CARDS: readonly ListingStatus[] = [
  'live',
  'submitted',
  'in_progress',
  'action_required',
  'pending',
  'not_accepted',
  'cancelled',
];
const CARD = { height: 52, gap: 6 };

export function drawSummary(paper: Paper, data: ReportData): void {
  const heading = bold(15, paper.palette.heading);
  addText(paper, 'H2', 'Summary', heading, 1);
  paper.y += 2;
  addText(paper, 'P', summarySentence(data.listings), plain(10.5), 3);
  paper.y += 10;
  drawCards(paper, countStatuses(data.listings));
  const course = progressOverTime(data.listings, data.asOf);
  if (course.length > 0) drawStageChart(paper, course);
  drawRatings(paper, data);
  paper.y += 18;
}

function drawCards(paper: Paper, counts: Record<ListingStatus, number>): void {
  const { doc } = paper;
  const width = (CONTENT_WIDTH - CARD.gap * (CARDS.length - 1)) / CARDS.length;
  const list = doc.struct('L');
  paper.root.add(list);
  CARDS.forEach((status, index) => {
    const x = MARGIN.side + index * (width + CARD.gap);
    const y = paper.y;
    const color = STATUS_COLORS[status];
    drawArtifact(paper, () => {
      doc.roundedRect(x, y, width, CARD.height, 4).fill(SHADE);
      doc.rect(x, y + 6, 3, CARD.height - 12).fill(color);
    });
    const number = bold(18, color);
    const label = plain(7.5, MUTED);
    const inner = { x: x + 9, width: width - 12 };
    const item = doc.struct('LI');
    list.add(item);
    addTagged(paper, item, 'LBody', () => {
      drawLines(paper, [paper.text.line(String(counts[status]), number)], number, { ...inner, y: y + 7 });
      drawLines(paper, [paper.text.line(STATUS_WORDS[status], label)], label, {
        ...inner,
        y: y + 8 + lineHeight(number),
      });
    });
    item.end();
  });
  list.end();
  paper.y += CARD.height + 18;
}
