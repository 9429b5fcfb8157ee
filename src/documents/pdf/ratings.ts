import type { ReportData } from '../report-data.ts';
import { BAND_WIDTH, ratingsOfLive, type RatingFigures } from '../summary-figures.ts';
import {
  addTagged,
  addText,
  CONTENT_WIDTH,
  drawLines,
  lineHeight,
  MARGIN,
  roomLeft,
  turnPage,
  type Paper,
} from './paper.ts';
import { bold, INK, MUTED, plain, SHADE } from './palette.ts';

const BAR = { height: 9, gap: 5, left: 52, right: 24 };
const NEEDED = 150;
const TEXT_WIDTH = CONTENT_WIDTH / 2 - 12;

export function drawRatings(paper: Paper, data: ReportData): void {
  if (roomLeft(paper) < NEEDED) turnPage(paper);
  addText(paper, 'H2', 'Domain ratings', bold(15, paper.palette.heading), 1);
  paper.y += 2;
  const top = paper.y;
  const live = ratingsOfLive(data.listings);
  const style = plain(10.5, INK);
  for (const sentence of sentences(data, live)) {
    const lines = paper.text.lines(sentence, style, live ? TEXT_WIDTH : CONTENT_WIDTH, 4);
    const { y } = paper;
    addTagged(paper, paper.root, 'P', () => drawLines(paper, lines, style, { x: MARGIN.side, y, width: TEXT_WIDTH }));
    paper.y += lines.length * lineHeight(style) + 3;
  }
  if (live) paper.y = Math.max(paper.y, drawBands(paper, live, top));
  if (data.ratingAttribution) {
    addText(paper, 'P', `Source of domain ratings: ${data.ratingAttribution}`, plain(8, MUTED), 2);
  }
}

function sentences({ project, listings }: ReportData, live: RatingFigures | null): string[] {
  const own = project.domainRating;
  const known = own === null ? 'has not been measured yet' : `has a domain rating of ${own} out of 100`;
  const liveCount = listings.filter(({ status }) => status === 'live').length;
  return [
    `The site ${known}.`,
    ...(live
      ? [
          `It is live at ${liveCount === 1 ? '1 directory' : `${liveCount} directories`}. The highest of their ratings is ${live.highest}, the median ${live.median}.`,
        ]
      : []),
  ];
}

/** Bars of how many live listings stand at directories of which rating. @returns where they end */
function drawBands(paper: Paper, { bands }: RatingFigures, top: number): number {
  const { doc, palette } = paper;
  const x = MARGIN.side + CONTENT_WIDTH / 2 + 12;
  const width = CONTENT_WIDTH / 2 - 12;
  const title = bold(8.5, MUTED);
  const label = plain(8, MUTED);
  const most = Math.max(...bands);
  const barTop = top + lineHeight(title) + 4;
  const names = bands.map((_, index) => bandName(index, bands.length));
  addTagged(
    paper,
    paper.root,
    'Figure',
    () => {
      drawLines(paper, [paper.text.line('Live listings by the rating of their directory', title)], title, {
        x,
        y: top,
        width,
      });
      bands.forEach((count, index) => {
        const y = barTop + index * (BAR.height + BAR.gap);
        const room = width - BAR.left - BAR.right;
        drawLines(paper, [paper.text.line(names[index]!, label)], label, {
          x,
          y: y - 1,
          width: BAR.left - 8,
          align: 'end',
        });
        doc.roundedRect(x + BAR.left, y, room, BAR.height, 2).fill(SHADE);
        if (count > 0) doc.roundedRect(x + BAR.left, y, (room * count) / most, BAR.height, 2).fill(palette.heading);
        drawLines(paper, [paper.text.line(String(count), label)], label, {
          x: x + width - BAR.right + 6,
          y: y - 1,
          width: BAR.right,
        });
      });
    },
    `Live listings by the rating of their directory: ${bands.map((count, index) => `${names[index]!}: ${count}`).join('; ')}`,
  );
  return barTop + bands.length * (BAR.height + BAR.gap) + 4;
}

function bandName(index: number, count: number): string {
  const from = index * BAND_WIDTH;
  return `${from}–${index === count - 1 ? from + BAND_WIDTH : from + BAND_WIDTH - 1}`;
}
