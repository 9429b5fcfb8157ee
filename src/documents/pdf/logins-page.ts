import type { ReportLogin } from '../report-data.ts';
import {
  addTagged,
  addText,
  CONTENT_WIDTH,
  drawArtifact,
  drawLines,
  lineHeight,
  MARGIN,
  turnPage,
  type Paper,
} from './paper.ts';
import { shownAddress, webAddress } from '../web-address.ts';
import { bold, INK, MUTED, plain, WARNING } from './palette.ts';
import { drawTable, type Column } from './table.ts';

const SIZE = 8.5;
const COLUMNS: Column[] = [
  { title: 'Directory', width: 110, maxLines: 2 },
  // Whole, however long: people type these.
  { title: 'Email', width: 165, maxLines: Infinity },
  { title: 'User name', width: 104, maxLines: Infinity },
  { title: 'Sign in at', width: 120.28, maxLines: 2 },
];

/** A page of its own with the logins at the directories, and the password that they share. */
export function drawLogins(paper: Paper, logins: ReportLogin[]): void {
  turnPage(paper);
  addText(paper, 'H2', 'Directory logins', bold(15, paper.palette.heading), 1);
  addText(
    paper,
    'P',
    'This page opens the accounts at the directories. Pass it on only to people who need it.',
    plain(10, MUTED),
    2,
  );
  paper.y += 8;
  if (logins.length === 0) {
    addText(paper, 'P', 'There are no logins yet.', plain(10, MUTED), 1);
    return;
  }
  for (const password of new Set(logins.map((login) => login.password))) drawPassword(paper, password);
  drawTable(
    paper,
    COLUMNS,
    logins.map((login) => {
      const link = login.loginUrl === null ? null : webAddress(login.loginUrl);
      const cell = (text: string, color = INK) => ({ text, link: null, style: plain(SIZE, color) });
      return [
        { ...cell(login.directory), style: bold(SIZE) },
        cell(login.email),
        cell(login.username),
        link === null ? cell('–', MUTED) : { ...cell(shownAddress(link), paper.palette.link), link },
      ];
    }),
  );
}

function drawPassword(paper: Paper, password: string): void {
  const { doc } = paper;
  const style = bold(11, WARNING.ink);
  const lines = paper.text.lines(`Password of all these logins: ${password}`, style, CONTENT_WIDTH - 20, Infinity);
  const height = lines.length * lineHeight(style) + 14;
  drawArtifact(paper, () =>
    doc.roundedRect(MARGIN.side, paper.y, CONTENT_WIDTH, height, 4).fillAndStroke(WARNING.fill, WARNING.edge),
  );
  addTagged(paper, paper.root, 'P', () =>
    drawLines(paper, lines, style, { x: MARGIN.side + 10, y: paper.y + 7, width: CONTENT_WIDTH - 20 }),
  );
  paper.y += height + 10;
}
