/** Templates of what a directory is sent: text with placeholders such as `{{project.name}}` and `{{login.email}}`. */

/** What of a project a template may name, each as `project.…`. */
const PROJECT_FIELDS = [
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

/** What of the listing's login a template may name, each as `login.…`. */
const LOGIN_FIELDS = ['email', 'username', 'password'] as const;

export type ProjectField = (typeof PROJECT_FIELDS)[number];
export type LoginField = (typeof LOGIN_FIELDS)[number];
export type TemplateField = `project.${ProjectField}` | `login.${LoginField}`;

/** Everything that a template may name. */
export const TEMPLATE_FIELDS: readonly TemplateField[] = [
  ...PROJECT_FIELDS.map((name) => `project.${name}` as const),
  ...LOGIN_FIELDS.map((name) => `login.${name}` as const),
];

/** What there is in a field; null for nothing. */
export type TemplateValue = string | number | readonly string[] | null;

/** What templates are filled with; without a login where none of them names it. */
export type TemplateValues = Record<`project.${ProjectField}`, TemplateValue> &
  Partial<Record<`login.${LoginField}`, TemplateValue>>;

const PLACEHOLDER = /\{\{\s*((?:project|login)\.[a-z_]+)\s*\}\}/g;
const ONE_PLACEHOLDER = /^\{\{\s*((?:project|login)\.[a-z_]+)\s*\}\}$/;
const BRACES = /\{\{[^}]{0,60}\}{0,2}|\}\}/;

/** The first piece of a template that looks like a placeholder and is none, or null. */
export function wrongPlaceholder(template: string): string | null {
  const rest = template.replaceAll(PLACEHOLDER, (whole, name: string) => (isField(name) ? ' ' : whole));
  return BRACES.exec(rest)?.[0] ?? null;
}

/**
 * A template with the values in it. One that is a single placeholder is the value itself, a list or a number
 * too; within text a list is joined by commas and nothing is an empty text.
 *
 * @param template without a `wrongPlaceholder`
 */
export function fillTemplate(template: string, values: TemplateValues): TemplateValue {
  const only = ONE_PLACEHOLDER.exec(template);
  if (only) return values[only[1] as TemplateField] ?? null;
  return template.replaceAll(PLACEHOLDER, (_, name: string) => asText(values[name as TemplateField] ?? null));
}

/** Whether a template names anything of the login. */
export function namesLogin(template: string): boolean {
  return [...template.matchAll(PLACEHOLDER)].some(([, name]) => name!.startsWith('login.'));
}

function isField(name: string): name is TemplateField {
  return (TEMPLATE_FIELDS as readonly string[]).includes(name);
}

function asText(value: TemplateValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? value.join(', ') : String(value);
}
