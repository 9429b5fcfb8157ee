import assert from 'node:assert/strict';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { anyFreePort } from '../../dev/ports.ts';
import { eventually } from '../support/eventually.ts';
import { readSamples } from './support/read-samples.ts';

const run = promisify(execFile);
const GUIDE = 'docs/guides/webhooks.md';
const OLD = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const NEW = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const STRANGER = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;
/** Its letters are not ASCII, and no program would print its JSON like this. */
const BODY = '{ "type":"listing.live",  "project": null, "name": "Żółw 🐢" }';
const MINUTE_MS = 60_000;

/** What makes a program of a guide's file, by its name. */
const LANGUAGES = {
  'receiver.ts': { program: process.execPath, version: '--version', build: null },
  'receiver.py': { program: 'python3', version: '--version', build: null },
  'receiver.go': { program: 'go', version: 'version', build: ['build', '-o', 'receiver', 'receiver.go'] },
};

for (const [file, { program, version, build }] of Object.entries(LANGUAGES)) {
  describe(`the receiver of the guide, ${file}`, () => {
    let folder: string;
    let child: ChildProcess | undefined;
    let url: string;
    let printed = '';

    before(async function () {
      const isThere = await run(program, [version]).then(
        () => true,
        () => false,
      );
      if (!isThere) {
        console.log(`      skipped: there is no ${program} on this machine to run ${file} with`);
        this.skip();
      }
      folder = await mkdtemp(join(tmpdir(), 'listing-receiver-'));
      const sample = readSamples(GUIDE).find(({ words }) => words.get('file') === file);
      await writeFile(join(folder, file), sample!.text);
      if (build) await run(program, build, { cwd: folder });
      const port = String(await anyFreePort());
      const env = { ...process.env, PORT: port, WEBHOOK_SECRETS: `${OLD} ${NEW}` };
      const [command, args] = build ? [join(folder, 'receiver'), []] : [program, [file]];
      child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
      child.stdout!.setEncoding('utf8').on('data', (text: string) => (printed += text));
      url = `http://127.0.0.1:${port}/webhooks`;
      await eventually('the receiver', () => fetch(url, { method: 'POST' }).then(Boolean, () => false));
    });
    after(async () => {
      if (!child) return;
      child.kill();
      await once(child, 'close');
      await rm(folder, { recursive: true });
    });

    const headersOf = (id: string, secrets: string[], { body = BODY, at = new Date() } = {}) => ({
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
    });
    const post = async (headers: Record<string, string>, body = BODY) =>
      (await fetch(url, { method: 'POST', headers, body })).status;
    const signed = (id: string, secrets: string[], at?: Date) => post(headersOf(id, secrets, at ? { at } : {}));
    const timesHandled = (id: string) => printed.split('\n').filter((line) => line === `listing.live ${id}`).length;

    it('takes what is signed with either of its secrets, and with both while one is being replaced', async () => {
      assert.equal(await signed('evt_old', [OLD]), 204);
      assert.equal(await signed('evt_new', [NEW]), 204);
      assert.equal(await signed('evt_both', [STRANGER, NEW]), 204);
      await eventually('three events', () => ['evt_old', 'evt_new', 'evt_both'].every((id) => timesHandled(id) === 1));
    });

    it('handles an event once that comes three times, and takes each', async () => {
      for (const _time of [1, 2, 3]) assert.equal(await signed('evt_thrice', [OLD]), 204);
      await signed('evt_after', [OLD]);
      await eventually('the last', () => timesHandled('evt_after') === 1);
      assert.equal(timesHandled('evt_thrice'), 1);
    });

    it('refuses a stranger’s signature, another body or id, and a signature that is none', async () => {
      const good = headersOf('evt_forged', [OLD]);
      assert.equal(await signed('evt_forged', [STRANGER]), 401);
      assert.equal(await post(good, BODY.replace('live', 'gone')), 401);
      assert.equal(await post({ ...good, 'webhook-id': 'evt_other' }), 401);
      for (const signature of [
        '',
        'v1',
        'v1,',
        'v1,AAAA',
        'nonsense',
        good['webhook-signature'].replace('v1,', 'v2,'),
      ]) {
        assert.equal(await post({ ...good, 'webhook-signature': signature }), 401, signature);
      }
      assert.equal(await post({}), 401, 'no headers');
      assert.equal(timesHandled('evt_forged'), 0);
    });

    it('takes what is 4 minutes off its clock and refuses 6, before and behind, and a time that is none', async () => {
      const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);
      assert.equal(await signed('evt_late', [OLD], at(-4)), 204);
      assert.equal(await signed('evt_early', [OLD], at(4)), 204);
      assert.equal(await signed('evt_old_news', [OLD], at(-6)), 401);
      assert.equal(await signed('evt_future', [OLD], at(6)), 401);
      for (const timestamp of ['', 'now', '-1', '1e9', '99999999999999999999']) {
        const headers = { ...headersOf('evt_time', [OLD]), 'webhook-timestamp': timestamp };
        assert.equal(await post(headers), 401, timestamp);
      }
    });
  });
}
