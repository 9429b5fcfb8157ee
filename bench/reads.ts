/** Reading a project: requests a second of the API beside those of a bare server. */
import { createAgency, type ModeKeys } from '../src/main/agency.ts';
import type { Service } from '../src/main/service.ts';
import { createCompleteProject } from './complete-project.ts';
import { createLoad, type Target } from './load.ts';
import type { Figure } from './report.ts';
import { serve } from './serve.ts';
import type { Setting } from './setting.ts';
import { summarise, type Pair } from './statistics.ts';

/** Enough for the load never to reach an hour's 3,600 requests for each account and mode. */
const AGENCIES = 60;
const WARM_UP_MS = 3_000;
const ROUNDS = 7;
const ROUND_MS = 4_000;
const AIM = { atLeast: 0.5 };

export async function measureReads(setting: Setting): Promise<Figure[]> {
  const targets = await createTargets(setting.service);
  const api = await serve(setting, '../src/main/api.ts');
  const bare = await serve(setting, './bare-read-server.ts');
  const load = { api: createLoad(api.origin, targets), bare: createLoad(bare.origin, targets) };
  await load.api.run(WARM_UP_MS);
  await load.bare.run(WARM_UP_MS);
  const pairs: Pair[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    pairs.push({ service: await load.api.run(ROUND_MS), baseline: await load.bare.run(ROUND_MS) });
  }
  for (const part of [load.api, load.bare, api.child, bare.child]) await part.close();
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
