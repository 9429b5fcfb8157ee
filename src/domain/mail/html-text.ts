import { Parser } from 'htmlparser2';

const HIDDEN = new Set(['head', 'style', 'script', 'template', 'title']);
const BLOCKS = new Set([
  'address',
  'article',
  'blockquote',
  'br',
  'div',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'li',
  'ol',
  'p',
  'pre',
  'section',
  'table',
  'tr',
  'ul',
]);

/** What a reader sees of HTML as plain text, a line for each block. */
export function htmlText(html: string): string {
  let text = '';
  let hidden = 0;
  const parser = new Parser({
    onopentagname(name) {
      if (HIDDEN.has(name)) hidden++;
      else if (BLOCKS.has(name)) text += '\n';
      else if (name === 'td' || name === 'th') text += ' ';
    },
    onclosetag(name) {
      if (HIDDEN.has(name)) hidden--;
      else if (BLOCKS.has(name) && name !== 'br') text += '\n';
    },
    ontext(part) {
      if (hidden === 0) text += part.replaceAll(/\s+/g, ' ');
    },
  });
  parser.end(html);
  return text
    .replaceAll(/ *\n */g, '\n')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}
