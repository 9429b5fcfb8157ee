import type { TextStyle } from '../text/typesetter.ts';
import { addLink, drawLines, lineHeight, type Paper } from './paper.ts';
import { webAddress } from '../web-address.ts';

/**
 * Adds a text of one line that leads to an address, at the paper's place, and goes on below it. Text whose address does not
 * lead to the web is text.
 */
export function addLinkedText(
  paper: Paper,
  parent: PDFKit.PDFStructureElement,
  content: string,
  address: string,
  style: TextStyle,
  { x, width }: { x: number; width: number },
): void {
  const [line] = paper.text.lines(content, style, width, 1);
  if (!line) return;
  const url = webAddress(address);
  const { y } = paper;
  const draw = () => drawLines(paper, [line], style, { x, y, width });
  const element = paper.doc.struct('P');
  parent.add(element);
  if (url === null) element.add(draw);
  else {
    const link = paper.doc.struct('Link', {}, () => {
      draw();
      const left = line.direction === 'rtl' ? x + width - line.width : x;
      addLink(paper, link, url, { x: left, y, width: line.width, height: lineHeight(style) });
    });
    element.add(link);
  }
  element.end();
  paper.y += lineHeight(style);
}
