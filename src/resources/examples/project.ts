import type { ProjectObject } from '../project.ts';
import type { CreateProjectInput, UpdateProjectInput } from '../project-input.ts';
import { ASSETS, IDS, SITE, TIMES } from './ids.ts';

export const CREATE_PROJECT: CreateProjectInput = { url: SITE, external_id: 'client-17' };

export const CREATE_WHOLE_PROJECT: CreateProjectInput = {
  url: SITE,
  name: 'Acme Tools',
  contact_email: 'hello@acme-tools.io',
  tagline: 'Invoices that write themselves',
  category: 'saas',
  pricing_model: 'freemium',
  price_amount_cents: 1_900,
  price_period: 'monthly',
  launch_date: '2026-02-16',
  competitors: [{ name: 'Paper Invoices', url: 'https://paper-invoices.com' }, { name: 'Ledgerly' }],
  tags: ['invoicing', 'freelancers'],
  audience: { b2b: true },
  external_id: 'client-17',
  metadata: { account_manager: 'Robin', priority: 2 },
  logo_url: `${SITE}/logo.png`,
  screenshot_urls: [`${SITE}/screenshot.png`],
};

export const UPDATE_PROJECT: UpdateProjectInput = {
  contact_email: 'hello@acme-tools.io',
  category: 'saas',
  pricing_model: 'freemium',
  audience: { b2b: true },
  metadata: { account_manager: 'Robin' },
};

export const IMAGE_SOURCE = { url: `${SITE}/logo.png` };

/** Right after its creation: its site is being read. */
export const DRAFT: ProjectObject = {
  object: 'project',
  id: IDS.project,
  livemode: true,
  status: 'draft',
  hold_reason: null,
  action: null,
  url: SITE,
  name: 'Acme Tools',
  maker_name: null,
  contact_email: null,
  tagline: null,
  short_description: null,
  long_description: null,
  category: null,
  pricing_model: null,
  price_amount_cents: null,
  price_period: null,
  launch_date: null,
  twitter_url: null,
  competitors: [],
  tags: [],
  audience: { b2b: false, ai: false, directory: false },
  promo_code: null,
  promo_description: null,
  logo: null,
  screenshots: [],
  autofill: { status: 'running', name_source: 'domain', filled: [], image_candidates: [] },
  readiness: { ready: false, missing: ['contact_email', 'logo', 'screenshots'] },
  domain_rating: null,
  badge: { status: 'not_checked', checked_at: null },
  auto_replace: true,
  excluded_directories: [],
  allowance: null,
  progress: null,
  external_id: 'client-17',
  metadata: {},
  created_at: TIMES.created,
  updated_at: TIMES.created,
  launched_at: null,
};

const image = (id: string): NonNullable<ProjectObject['logo']> => ({
  object: 'image',
  id,
  livemode: true,
  status: 'ready',
  url: `${ASSETS}/images/${id}.png`,
  error: null,
});

/** Completed: it can be launched. */
export const READY: ProjectObject = {
  ...DRAFT,
  contact_email: 'hello@acme-tools.io',
  tagline: 'Invoices that write themselves',
  short_description: 'Acme Tools turns your calendar into invoices, and reminds the clients who forget them.',
  category: 'saas',
  pricing_model: 'freemium',
  audience: { b2b: true, ai: false, directory: false },
  logo: image(IDS.logo),
  screenshots: [image(IDS.screenshot)],
  autofill: {
    status: 'complete',
    name_source: 'site',
    filled: ['name', 'tagline', 'short_description'],
    image_candidates: [{ url: `${SITE}/og.png`, suggested_as: 'screenshot', width: 1_200, height: 630 }],
  },
  readiness: { ready: true, missing: [] },
  domain_rating: 34,
  metadata: { account_manager: 'Robin' },
  updated_at: TIMES.completed,
};

export const WITHOUT_LOGO: ProjectObject = {
  ...READY,
  logo: null,
  readiness: { ready: false, missing: ['logo'] },
};

export const WITHOUT_SCREENSHOTS: ProjectObject = {
  ...READY,
  screenshots: [],
  readiness: { ready: false, missing: ['screenshots'] },
};
