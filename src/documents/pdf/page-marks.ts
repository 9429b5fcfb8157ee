/** What stands on every page. */
import type { ReportData } from '../report-data.ts';
import { TEST_MODE } from '../wording.ts';
import { CONTENT_WIDTH, drawArtifact, drawLines, MARGIN, PAGE, type Paper } from './paper.ts';
import { bold, MUTED, plain, RULE, WARNING } from './palette.ts';

const FOOTER_TOP = PAGE.height - 44;
const NUMBER_WIDTH = 80;

export function drawPageMarks(paper: Paper, { agency, project, livemode }: ReportData): void {
  const { doc } = paper;
  const { start, count } = doc.bufferedPageRange();
  const style = plain(8, MUTED);
  for (let index = 0; index < count; index++) {
    doc.switchToPage(start + index);
    const subject = paper.text.lines(`${agency.name}  ·  ${project.name}`, style, CONTENT_WIDTH - NUMBER_WIDTH, 1);
    const number = paper.text.lines(`Page ${index + 1} of ${count}`, style, NUMBER_WIDTH, 1);
    drawArtifact(
      paper,
      () => {
        doc
          .moveTo(MARGIN.side, FOOTER_TOP)
          .lineTo(PAGE.width - MARGIN.side, FOOTER_TOP)
          .lineWidth(0.5)
          .stroke(RULE);
        drawLines(paper, subject, style, { x: MARGIN.side, y: FOOTER_TOP + 6, width: CONTENT_WIDTH - NUMBER_WIDTH });
        const right = PAGE.width - MARGIN.side - NUMBER_WIDTH;
        drawLines(paper, number, style, { x: right, y: FOOTER_TOP + 6, width: NUMBER_WIDTH, align: 'end' });
        if (!livemode && index > 0) drawTestModeMark(paper);
      },
      'Pagination',
    );
  }
}

/** The first page says so under its head. */
function drawTestModeMark(paper: Paper): void {
  const style = bold(9, WARNING.ink);
  const line = paper.text.line(TEST_MODE, style);
  const width = line.width + 16;
  const x = PAGE.width - MARGIN.side - width;
  paper.doc.roundedRect(x, 24, width, 18, 3).fillAndStroke(WARNING.fill, WARNING.edge);
  drawLines(paper, [line], style, { x, y: 27, width, align: 'center' });
}
