import { escapeHtml } from '../../domain/escape-html.ts';

/** HTML whose values are escaped: nothing but a template makes it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** What a template may hold: text is escaped, what is null is left out, lists are joined. */
export type HtmlValue = Html | string | number | null | readonly HtmlValue[];

/** A template of HTML. A value stands between tags or within a quoted attribute, and nowhere else. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  let text = strings[0]!;
  for (const [index, value] of values.entries()) text += render(value) + strings[index + 1]!;
  return new Html(text);
}

function render(value: HtmlValue): string {
  if (value === null) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(render).join('');
  return escapeHtml(String(value));
}
