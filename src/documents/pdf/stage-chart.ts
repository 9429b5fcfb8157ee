/** A chart of how many listings stood where, from the first of them until now: areas upon one another, drawn as paths. */
import { DAY_MS } from '../../domain/time.ts';
import { STAGES, type Stage, type StageCounts } from '../../domain/progress-over-time.ts';
import { dayWords, minuteWords, shortDayWords, STAGE_WORDS } from '../wording.ts';
import { addTagged, addText, CONTENT_WIDTH, drawLines, MARGIN, type Paper } from './paper.ts';
import { bold, INK, MUTED, plain, RULE, STAGE_COLORS } from './palette.ts';

const PLOT = { left: 28, height: 138, below: 18 };
const TICKS = 5;
const LABEL_WIDTH = 60;
const STEPS = [1, 2, 5, 10, 20, 25, 50];

/** @param course at least one point; the last is the present */
export function drawStageChart(paper: Paper, course: StageCounts[]): void {
  addText(paper, 'H3', 'Listings over time', bold(10.5, INK), 1);
  paper.y += 2;
  drawLegend(paper, course.at(-1)!);
  const top = paper.y;
  addTagged(paper, paper.root, 'Figure', () => drawPlot(paper, course, top), describe(course));
  paper.y = top + PLOT.height + PLOT.below + 14;
}

function describe(course: StageCounts[]): string {
  const tell = ({ at, counts }: StageCounts) =>
    `on ${dayWords(at)} ${STAGES.map((stage) => `${STAGE_WORDS[stage].toLowerCase()} ${counts[stage]}`).join(', ')}`;
  return `Chart of the listings over time: ${tell(course[0]!)}; ${tell(course.at(-1)!)}.`;
}

function drawLegend(paper: Paper, { counts }: StageCounts): void {
  const { doc } = paper;
  const style = plain(8.5, MUTED);
  const { y } = paper;
  addTagged(paper, paper.root, 'P', () => {
    let x = MARGIN.side;
    for (const stage of STAGES) {
      const line = paper.text.line(`${STAGE_WORDS[stage]} (${counts[stage]})`, style);
      doc.roundedRect(x, y + 2, 8, 8, 1.5).fill(STAGE_COLORS[stage]);
      drawLines(paper, [line], style, { x: x + 12, y, width: line.width });
      x += line.width + 28;
    }
  });
  paper.y += 18;
}

function drawPlot(paper: Paper, course: StageCounts[], top: number): void {
  const { doc } = paper;
  const left = MARGIN.side + PLOT.left;
  const width = CONTENT_WIDTH - PLOT.left;
  const bottom = top + PLOT.height;
  const from = course[0]!.at.getTime();
  const span = Math.max(1, course.at(-1)!.at.getTime() - from);
  const most = Math.max(...course.map(({ counts }) => total(counts)));
  const step = STEPS.find((one) => most / one <= 4) ?? Math.ceil(most / 4);
  const ceiling = Math.ceil(most / step) * step;
  const xOf = ({ at }: StageCounts) => left + ((at.getTime() - from) / span) * width;
  const yOf = (count: number) => bottom - (count / ceiling) * PLOT.height;

  const under = new Map(course.map((point) => [point, 0]));
  for (const stage of STAGES) {
    const floor = course.map((point) => ({ x: xOf(point), y: yOf(under.get(point)!) }));
    for (const point of course) under.set(point, under.get(point)! + point.counts[stage]);
    const roof = course.map((point) => ({ x: xOf(point), y: yOf(under.get(point)!) }));
    drawArea(doc, floor, roof, STAGE_COLORS[stage], left + width);
  }
  for (let count = 0; count <= ceiling; count += step) drawLevel(paper, count, yOf(count), left, width);
  drawTimes(paper, from, span, { left, width, y: bottom + 4 });
}

interface Point {
  x: number;
  y: number;
}

/** Between two lines of stairs; a count holds until the next. */
function drawArea(doc: PDFKit.PDFDocument, floor: Point[], roof: Point[], color: string, right: number): void {
  const stairs = (points: Point[]) =>
    points.flatMap((point, index) => [point, { x: points[index + 1]?.x ?? right, y: point.y }]);
  const outline = [...stairs(roof), ...stairs(floor).toReversed()];
  doc.moveTo(outline[0]!.x, outline[0]!.y);
  for (const { x, y } of outline.slice(1)) doc.lineTo(x, y);
  doc.closePath().fill(color);
}

function drawLevel(paper: Paper, count: number, y: number, left: number, width: number): void {
  const style = plain(7.5, MUTED);
  paper.doc
    .save()
    .moveTo(left, y)
    .lineTo(left + width, y)
    .lineWidth(0.5)
    .strokeOpacity(0.6)
    .stroke(RULE)
    .restore();
  const line = paper.text.line(String(count), style);
  drawLines(paper, [line], style, { x: MARGIN.side, y: y - 5, width: PLOT.left - 6, align: 'end' });
}

function drawTimes(
  paper: Paper,
  from: number,
  span: number,
  { left, width, y }: { left: number; width: number; y: number },
): void {
  const style = plain(7.5, MUTED);
  let last = '';
  for (let tick = 0; tick < TICKS; tick++) {
    const share = tick / (TICKS - 1);
    const time = new Date(from + share * span);
    const words = timeWords(time, span);
    if (words === last) continue;
    last = words;
    const x = Math.min(Math.max(left + share * width - LABEL_WIDTH / 2, left), left + width - LABEL_WIDTH);
    const align = tick === 0 ? 'start' : tick === TICKS - 1 ? 'end' : 'center';
    drawLines(paper, [paper.text.line(words, style)], style, { x, y, width: LABEL_WIDTH, align });
  }
}

function timeWords(time: Date, span: number): string {
  if (span < DAY_MS) return `${minuteWords(time)} UTC`;
  if (span < 3 * DAY_MS) return `${shortDayWords(time)}, ${minuteWords(time)}`;
  return shortDayWords(time);
}

function total(counts: Record<Stage, number>): number {
  return STAGES.reduce((sum, stage) => sum + counts[stage], 0);
}
