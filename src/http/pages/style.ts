import { createHash } from 'node:crypto';
import { Html } from './html.ts';

/** A style sheet within a page, and what a policy must say to let it through. */
export interface Style {
  element: Html;
  source: string;
}

/** @param css of the service's own making: it is not escaped */
export function createStyle(css: string): Style {
  const digest = createHash('sha256').update(css).digest('base64');
  return { element: new Html(`<style>${css}</style>`), source: `'sha256-${digest}'` };
}
