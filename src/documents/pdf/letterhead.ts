/** The head of a report's first page: the agency, and what the report is about. */
import type { ReportData } from '../report-data.ts';
import { longDayWords, TEST_MODE, TEST_MODE_NOTE } from '../wording.ts';
import {
  addTagged,
  addText,
  CONTENT_WIDTH,
  drawArtifact,
  drawLines,
  lineHeight,
  MARGIN,
  PAGE,
  type Paper,
} from './paper.ts';
import { bold, MUTED, plain, WARNING } from './palette.ts';
import { addLinkedText } from './linked-text.ts';

const BAND = 84;
const LOGO = { width: 150, height: 44, padding: 8 };

export function drawLetterhead(paper: Paper, data: ReportData): void {
  const { doc, palette } = paper;
  const name = bold(17, palette.onPrimary);
  const room = { x: MARGIN.side, width: CONTENT_WIDTH };
  drawArtifact(paper, () => doc.rect(0, 0, PAGE.width, BAND).fill(palette.primary));
  if (data.agency.logo) {
    const { png, width, height } = data.agency.logo;
    const scale = Math.min(LOGO.width / width, LOGO.height / height);
    const plate = { width: width * scale + 2 * LOGO.padding, height: height * scale + 2 * LOGO.padding };
    const top = (BAND - plate.height) / 2;
    drawArtifact(paper, () => doc.roundedRect(room.x, top, plate.width, plate.height, 6).fill('#ffffff'));
    addTagged(
      paper,
      paper.root,
      'Figure',
      () => {
        const at = { x: room.x + LOGO.padding, y: top + LOGO.padding };
        doc.image(Buffer.from(png), at.x, at.y, { width: width * scale, height: height * scale });
      },
      `Logo of ${data.agency.name}`,
    );
    room.x += plate.width + 16;
    room.width -= plate.width + 16;
  }
  const lines = paper.text.lines(data.agency.name, name, room.width, 2);
  const y = (BAND - lines.length * lineHeight(name)) / 2;
  addTagged(paper, paper.root, 'P', () => drawLines(paper, lines, name, { ...room, y }));
  paper.y = BAND + 26;
  drawSubject(paper, data);
}

function drawSubject(paper: Paper, { project, asOf, livemode }: ReportData): void {
  const { palette } = paper;
  if (!livemode) drawTestModeNote(paper);
  addText(paper, 'H1', project.name, bold(24, palette.heading), 2);
  if (project.tagline) addText(paper, 'P', project.tagline, plain(11.5, MUTED), 2);
  addLinkedText(paper, paper.root, project.url, project.url, plain(10, palette.link), {
    x: MARGIN.side,
    width: CONTENT_WIDTH,
  });
  addText(paper, 'P', `Directory listings as of ${longDayWords(asOf)}`, plain(10, MUTED), 1);
  paper.y += 14;
}

function drawTestModeNote(paper: Paper): void {
  const style = bold(10.5, WARNING.ink);
  const height = lineHeight(style) + 10;
  const { doc } = paper;
  drawArtifact(paper, () =>
    doc.roundedRect(MARGIN.side, paper.y, CONTENT_WIDTH, height, 4).fillAndStroke(WARNING.fill, WARNING.edge),
  );
  const line = paper.text.line(`${TEST_MODE}: ${TEST_MODE_NOTE}`, style);
  addTagged(paper, paper.root, 'P', () =>
    drawLines(paper, [line], style, { x: MARGIN.side, y: paper.y + 5, width: CONTENT_WIDTH, align: 'center' }),
  );
  paper.y += height + 12;
}
