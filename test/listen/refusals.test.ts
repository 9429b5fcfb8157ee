import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anyFreePort } from '../../dev/ports.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { killListening, startListening } from './support/run-listen.ts';

const FORWARD = ['--forward', 'http://localhost:1/webhooks'];
const KEY = 'svc_test_unknown';

describe('the developers’ command refuses', () => {
  let api: TestService;
  let key: string;
  let base: string;

  before(async () => {
    api = await startTestService();
    base = `${api.config.publicUrl}/v1`;
    key = (await api.newAgency()).keys.test.read;
  });
  after(() => api.close());
  afterEach(killListening);

  async function assertRefused(exitCode: number, sentence: RegExp, apiKey: string | undefined, ...args: string[]) {
    const listening = startListening(apiKey, ...args);
    const ended = await listening.ended;
    assert.match(ended.stderr, sentence);
    assert.equal(ended.stderr.trim().split('\n').length, 1, ended.stderr);
    assert.deepEqual([ended.exitCode, listening.lines], [exitCode, []]);
  }

  it('a key that the API does not know, also in place of the one in the environment', async () => {
    const refused = /^The API key is refused \(api_key_invalid\): ./;
    await assertRefused(1, refused, KEY, '--api', base, ...FORWARD);
    await assertRefused(1, refused, key, '--api', base, ...FORWARD, '--api-key', KEY);
  });

  it('a project that is not the account’s', async () => {
    const id = `prj_${'0'.repeat(22)}`;
    await assertRefused(
      1,
      new RegExp(`GET /projects/${id} with 404 not_found: `),
      key,
      '--api',
      base,
      ...FORWARD,
      '--project',
      id,
    );
  });

  it('an address where there is no API', async () => {
    const hint = String.raw`--api says where it is; its base URL ends in /v1\.`;
    const nowhere = `http://127.0.0.1:${await anyFreePort()}/v1`;
    await assertRefused(
      1,
      new RegExp(`cannot be reached \\(ECONNREFUSED\\)\\. ${hint}`),
      key,
      '--api',
      nowhere,
      ...FORWARD,
    );
    await assertRefused(
      1,
      /There is no API at .+; its base URL ends in \/v1/,
      key,
      '--api',
      api.config.publicUrl,
      ...FORWARD,
    );
  });

  it('a server that is not the API, to whose redirects it sends no key', async () => {
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      response.writeHead(302, { location: '/elsewhere' }).end('<html>');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const other = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      await assertRefused(1, /What answers at .+ with status 302 is not the API/, key, '--api', other, ...FORWARD);
      assert.deepEqual(asked, ['/ping?']);
    } finally {
      server.close();
    }
  });

  const misuses: [string, string[], RegExp][] = [
    ['no URL to forward to', [], /--forward <url>/],
    ['a URL that is not http', ['--forward', 'ftp://localhost/'], /http or https URL/],
    ['a URL with a password', ['--forward', 'http://me:you@localhost/'], /no password/],
    [
      'an unknown type of event',
      [...FORWARD, '--events', 'listing.*,listing.gone'],
      /There is no "listing\.gone"; there are \*,/,
    ],
    ['an id that is none', [...FORWARD, '--project', 'prj_1'], /prj_ followed by 22/],
    ['a secret that is none', [...FORWARD, '--secret', 'whsec_short'], /whsec_ and 44 characters/],
    ['an unknown beginning', [...FORWARD, '--since', 'yesterday'], /beginning, now/],
  ];
  for (const [what, args, sentence] of misuses) {
    it(`${what}, with status 2`, () => assertRefused(2, sentence, key, ...args));
  }

  it('to run without a key, with status 2', () => assertRefused(2, /--api-key or as API_KEY/, undefined, ...FORWARD));

  it('nothing of --help, which names the exit statuses and not the key', async () => {
    const listening = startListening(KEY, '--help');
    assert.deepEqual(await listening.ended, { exitCode: 0, stderr: '' });
    const help = listening.lines.join(' ');
    assert.match(help, /Examples:.+Ends with status 0 after Ctrl-C, 1 when .+ and 2 when/);
    assert.doesNotMatch(help, new RegExp(KEY));
  });
});
