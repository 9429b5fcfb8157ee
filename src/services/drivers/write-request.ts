import { fillTemplate, type LoginField, type ProjectField, type TemplateValue } from '../../domain/driver-template.ts';
import type { DirectoryDriver } from '../../resources/directory-driver.ts';
import { presentProject, type ProjectView } from '../../resources/project.ts';

/** A submission as it is sent. */
export interface SubmissionRequest {
  method: 'POST' | 'PUT';
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** What a submission is made of beside the project. */
interface Sending {
  /** What makes a repeat known to the directory. */
  key: string;
  /** What `driver.auth` sends; null where it has none. */
  secret: string | null;
  /** Null where no template names it. */
  login: Record<LoginField, string> | null;
  /** Where images are served from, without a trailing slash. */
  assetsUrl: string;
}

/**
 * What a directory is sent of a project. A field whose template is one placeholder is left out where the project has
 * nothing there.
 *
 * @param login the listing's, for templates that name it
 */
export function writeRequest(
  { submit, auth }: DirectoryDriver,
  project: ProjectView,
  { key, secret, login, assetsUrl }: Sending,
): SubmissionRequest {
  const values = { ...prefixed('project', valuesOf(project, assetsUrl)), ...(login ? prefixed('login', login) : {}) };
  const fields = Object.entries(submit.fields)
    .map(([name, template]) => [name, fillTemplate(template, values)] as const)
    .filter(([, value]) => value !== null);
  const isJson = submit.encoding === 'json';
  return {
    method: submit.method,
    url: submit.url,
    headers: {
      ...submit.headers,
      ...(auth && secret !== null ? credentials(auth, secret) : {}),
      'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
      'idempotency-key': key,
    },
    body: isJson ? JSON.stringify(Object.fromEntries(fields)) : form(fields),
  };
}

/** A list is sent as a field that is repeated. */
function form(fields: (readonly [string, TemplateValue])[]): string {
  const pairs = fields.flatMap(([name, value]) => [value].flat().map((item): [string, string] => [name, String(item)]));
  return new URLSearchParams(pairs).toString();
}

function credentials({ kind, header }: NonNullable<DirectoryDriver['auth']>, secret: string): Record<string, string> {
  switch (kind) {
    case 'bearer':
      return { authorization: `Bearer ${secret}` };
    case 'basic':
      return { authorization: `Basic ${Buffer.from(secret).toString('base64')}` };
    case 'header':
      return { [header!]: secret };
  }
}

function prefixed<P extends string, K extends string, V>(prefix: P, values: Record<K, V>): Record<`${P}.${K}`, V> {
  const entries = Object.entries<V>(values).map(([name, value]) => [`${prefix}.${name}`, value]);
  return Object.fromEntries(entries) as Record<`${P}.${K}`, V>;
}

function valuesOf(view: ProjectView, assetsUrl: string): Record<ProjectField, TemplateValue> {
  const project = presentProject(view, assetsUrl);
  return {
    name: project.name,
    url: project.url,
    tagline: project.tagline,
    short_description: project.short_description,
    long_description: project.long_description,
    maker_name: project.maker_name,
    contact_email: project.contact_email,
    category: project.category,
    pricing_model: project.pricing_model,
    price_amount_cents: project.price_amount_cents,
    price_period: project.price_period,
    launch_date: project.launch_date,
    twitter_url: project.twitter_url,
    tags: project.tags,
    promo_code: project.promo_code,
    promo_description: project.promo_description,
    logo_url: project.logo?.url ?? null,
    screenshot_urls: project.screenshots.flatMap(({ url }) => url ?? []),
  };
}
