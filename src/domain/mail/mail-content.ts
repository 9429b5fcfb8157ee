import { cleanLine, cleanText } from './clean-text.ts';
import { findCode } from './find-code.ts';
import { findLinks } from './find-links.ts';
import { htmlText } from './html-text.ts';

const MAX_TEXT = 50_000;
const MAX_HTML = 500_000;
const MAX_LINE = 500;

/** A mail as its sender wrote it, decoded. What it lacks is empty. */
export interface WrittenMail {
  from: string;
  subject: string;
  text: string;
  html: string;
}

/** What is kept of a mail. */
export interface MailContent {
  from: string;
  subject: string;
  text: string;
  /** http and https addresses, each once. */
  links: string[];
  /** A verification code found in it, or null. */
  code: string | null;
}

/** What is kept of a mail, whatever its sender wrote: bounded, well-formed, on one line where it is one. */
export function contentOf({ from, subject, text, html }: WrittenMail): MailContent {
  const line = cleanLine(subject, MAX_LINE);
  const markup = html.slice(0, MAX_HTML);
  const plain = cleanText(text, MAX_TEXT);
  const body = plain || cleanText(htmlText(markup), MAX_TEXT);
  return {
    from: cleanLine(from, MAX_LINE),
    subject: line,
    text: body,
    links: findLinks(body, markup),
    code: findCode(line, body),
  };
}
