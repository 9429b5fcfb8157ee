/** Templates of what a directory is sent: text with placeholders such as `{{project.name}}`. */

/** What of a project a template may name, each as `project.…`. */
export const TEMPLATE_FIELDS = [
  'name',
  'url',
  'tagline',
  'short_description',
  'long_description',
  'maker_name',
  'contact_email',
  'category',
  'pricing_model',
  'price_amount_cents',
  'price_period',
  'launch_date',
  'twitter_url',
  'tags',
  'promo_code',
  'promo_description',
  'logo_url',
  'screenshot_urls',
] as const;

export type TemplateField = (typeof TEMPLATE_FIELDS)[number];

/** What a project has in a field; null for nothing. */
export type TemplateValue = string | number | readonly string[] | null;

const PLACEHOLDER = /\{\{\s*project\.([a-z_]+)\s*\}\}/g;
const ONE_PLACEHOLDER = /^\{\{\s*project\.([a-z_]+)\s*\}\}$/;
const BRACES = /\{\{[^}]{0,60}\}{0,2}|\}\}/;

/** The first piece of a template that looks like a placeholder and is none, or null. */
export function wrongPlaceholder(template: string): string | null {
  const rest = template.replaceAll(PLACEHOLDER, (whole, name: string) => (isField(name) ? ' ' : whole));
  return BRACES.exec(rest)?.[0] ?? null;
}

/**
 * A template with the project's values in it. One that is a single placeholder is the value itself, a list or a number
 * too; within text a list is joined by commas and nothing is an empty text.
 *
 * @param template without a `wrongPlaceholder`
 */
export function fillTemplate(template: string, project: Record<TemplateField, TemplateValue>): TemplateValue {
  const only = ONE_PLACEHOLDER.exec(template);
  if (only) return project[only[1] as TemplateField];
  return template.replaceAll(PLACEHOLDER, (_, name: string) => asText(project[name as TemplateField]));
}

function isField(name: string): name is TemplateField {
  return (TEMPLATE_FIELDS as readonly string[]).includes(name);
}

function asText(value: TemplateValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? value.join(', ') : String(value);
}
