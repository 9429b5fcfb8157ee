/**
 * A process that does one thing to images and kills itself with SIGKILL right after one of its steps: a statement, or a
 * call of the storage. Its settings beside the usual ones: CRASH_AT (the number of the step), JOB (as JSON).
 */
import pg from 'pg';
import { readConfig } from '../../src/config.ts';
import { openService } from '../../src/main/service.ts';
import { importImage } from '../../src/services/images/import-image.ts';
import { setLogo } from '../../src/services/images/store-image.ts';
import { sweepAssets } from '../../src/services/images/sweep-assets.ts';
import type { Storage } from '../../src/outbound/storage/storage.ts';
import type { ImageJob } from './asset-crashes.soak.ts';

const crashAt = Number(process.env.CRASH_AT);
let steps = 0;

async function step<T>(work: Promise<T>): Promise<T> {
  const result = await work;
  if (++steps === crashAt) process.kill(process.pid, 'SIGKILL');
  return result;
}

const service = await openService(readConfig());
const { storage } = service;
const crashing: Storage = {
  ...storage,
  put: (key, bytes) => step(storage.put(key, bytes)),
  delete: (key) => step(storage.delete(key)),
};
const deps = { ...service, storage: crashing };
const job = JSON.parse(process.env.JOB!) as ImageJob;

type Query = (this: pg.Client, ...args: unknown[]) => Promise<unknown>;
// eslint-disable-next-line @typescript-eslint/unbound-method -- it is called with the client as `this`
const query = pg.Client.prototype.query as Query;
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const result = query.apply(this, args);
  return typeof args.at(-1) === 'function' ? result : step(result);
} as never;

switch (job.do) {
  case 'set logo':
    await setLogo(deps, job.scope, job.projectId, Buffer.from(job.png, 'base64'));
    break;
  case 'import':
    await importImage(deps, job.imageId);
    break;
  case 'sweep':
    await sweepAssets(deps, new Date(job.now), 100);
}
await service.close();
