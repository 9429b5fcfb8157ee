/** Reading a project: requests a second of the API beside those of a bare server. */
import { anyFreePort } from '../dev/ports.ts';
import { newId } from '../src/db/new-id.ts';
import type { Scope } from '../src/db/scope.ts';
import { createAgency, type ModeKeys } from '../src/main/agency.ts';
import type { Service } from '../src/main/service.ts';
import { createProject } from '../src/services/projects/create-project.ts';
import type { Child } from './child.ts';
import { createLoad, type Load, type Target } from './load.ts';
import type { Figure } from './report.ts';
import type { Setting } from './setting.ts';
import { summarise, type Pair } from './statistics.ts';
import { until } from './until.ts';

/** Enough for the load never to reach an hour's 3,600 requests for each account and mode. */
const AGENCIES = 60;
const WARM_UP_MS = 3_000;
const ROUNDS = 7;
const ROUND_MS = 4_000;
const AIM = { atLeast: 0.5 };

export async function measureReads(setting: Setting): Promise<Figure[]> {
  const targets = await createTargets(setting.service);
  const api = await serve(setting, '../src/main/api.ts', targets);
  const bare = await serve(setting, './bare-read-server.ts', targets);
  await api.load.run(WARM_UP_MS);
  await bare.load.run(WARM_UP_MS);
  const pairs: Pair[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    pairs.push({ service: await api.load.run(ROUND_MS), baseline: await bare.load.run(ROUND_MS) });
  }
  for (const { load, child } of [api, bare]) {
    await load.close();
    await child.close();
  }
  return [{ name: 'GET /v1/projects/{id}', unit: 'requests/s', ...summarise(pairs), aim: AIM }];
}

/** Projects of many accounts, each with the keys that may read it. */
async function createTargets(service: Service): Promise<Target[]> {
  const targets: Target[] = [];
  for (let agency = 0; agency < AGENCIES; agency++) {
    const { accountId, keys } = await createAgency(service, {
      name: `Agency ${agency}`,
      ownerEmail: 'owner@agency.example',
      liveLaunches: 1,
    });
    const modes: [boolean, ModeKeys][] = [
      [false, keys.test],
      [true, keys.live],
    ];
    for (const [livemode, { full, read }] of modes) {
      const path = `/v1/projects/${await createCompleteProject(service, { account_id: accountId, livemode })}`;
      targets.push(...[full, read].map((key) => ({ path, headers: { authorization: `Bearer ${key}` } })));
    }
  }
  return targets;
}

/** A project as it is after its agency filled it in, with a logo and two screenshots. */
async function createCompleteProject(service: Service, scope: Scope): Promise<string> {
  const { id } = await createProject(service, scope, 'active', {
    url: 'https://product.example.com',
    name: 'Product',
    contact_email: 'hello@product.example.com',
    tagline: 'Does one thing, and does it well',
    short_description: 'A product that does one thing. '.repeat(5),
    long_description: 'A product that does one thing, described at length. '.repeat(20),
    category: 'saas',
    pricing_model: 'freemium',
    competitors: [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }],
    tags: ['productivity', 'teams', 'automation'],
    metadata: { crm_id: '4711' },
  });
  const now = new Date();
  await service.db.sql
    .insertInto('image')
    .values(
      ['logo' as const, 'screenshot' as const, 'screenshot' as const].map((kind, index) => ({
        id: newId('image', now),
        project_id: id,
        kind,
        position: Math.max(0, index - 1),
        status: 'ready' as const,
        asset_key: `images/${id}/${index}.png`,
        created_at: now,
      })),
    )
    .execute();
  return id;
}

async function serve(
  setting: Setting,
  program: string,
  targets: readonly Target[],
): Promise<{ child: Child; load: Load }> {
  const port = await anyFreePort();
  const child = setting.start(program, { PORT: String(port) });
  const origin = `http://127.0.0.1:${port}`;
  await until(`${program} listens`, 50, () => isListening(origin));
  return { child, load: createLoad(origin, targets) };
}

function isListening(origin: string): Promise<boolean> {
  return fetch(origin).then(
    async (response) => {
      await response.body?.cancel();
      return true;
    },
    () => false,
  );
}
