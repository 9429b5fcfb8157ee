import assert from 'node:assert/strict';
import { isIPv6 } from 'node:net';
import { createAddressPolicy } from '../../src/outbound/address-policy.ts';
import { createGuardedFetch, type GuardedFetch } from '../../src/outbound/guarded-fetch.ts';
import {
  HOSTILE_ANSWERS,
  HOSTILE_LITERALS,
  LOOPBACK_NAMES,
  MALFORMED_HOSTS,
  UNFOLLOWED_LOCATIONS,
} from '../outbound/support/hostile-hosts.ts';
import { PERMITTED, startHostileNetwork, type HostileNetwork } from '../outbound/support/hostile-network.ts';
import type { Call } from '../support/api-client.ts';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { startSecondApi, type SecondApi } from '../support/second-api.ts';
import { startTestService, type TestService } from '../support/service.ts';

const UNREACHABLE = { status: 422, code: 'image_unreachable', param: 'url' };

describe('an image that is set by its URL', () => {
  let network: HostileNetwork;
  let api: TestService;
  let key: string;
  let project: string;

  before(async () => {
    network = await startHostileNetwork();
    api = await startTestService({ OUTBOUND_ALLOW: PERMITTED });
    key = (await api.newAgency()).keys.test.full;
    project = (await createReadyProject(api.call, key)).id;
  });
  // At most 60 are imported an hour.
  beforeEach(() => api.service.db.pool.query('truncate hourly_count'));
  after(async () => {
    await api.close();
    await network.close();
  });

  const setLogo = (call: Call, url: string) => call('PUT', `/projects/${project}/logo`, { key, json: { url } });
  const addScreenshot = (call: Call, url: string) =>
    call('POST', `/projects/${project}/screenshots`, { key, json: { url } });

  async function assertRefused(call: Call, url: string, refusal = UNREACHABLE): Promise<void> {
    for (const set of [setLogo, addScreenshot]) {
      const { status, body } = await set(call, url);
      assert.deepEqual({ status, code: body.error?.code, param: body.error?.param }, refusal, url);
    }
  }

  describe('from an address that is not public', () => {
    afterEach(() => network.assertUntouched());

    for (const host of [...HOSTILE_LITERALS, ...LOOPBACK_NAMES]) {
      it(`${host} is imported neither directly nor after redirects`, async () => {
        const url = network.canaryUrl(host);
        const redirect = network.redirectTo(url);
        for (const each of [url, redirect, network.redirectTo(redirect)]) await assertRefused(api.call, each);
      });
    }

    for (const host of MALFORMED_HOSTS) {
      it(`the malformed host ${JSON.stringify(host)} is not taken`, () =>
        assertRefused(api.call, network.canaryUrl(host), { ...UNREACHABLE, code: 'validation_failed' }));
    }

    for (const location of UNFOLLOWED_LOCATIONS) {
      it(`a redirect to ${location} is not followed`, () => assertRefused(api.call, network.redirectTo(location)));
    }

    it('leaves the project as it was', async () => {
      const read = async () => (await api.call('GET', `/projects/${project}`, { key })).body;
      const before = await read();
      await assertRefused(api.call, network.canaryUrl('127.0.0.1'));
      assert.deepEqual(await read(), before);
    });
  });

  describe('from a name', () => {
    let answers: readonly string[];
    let questions = 0;
    let fetch: GuardedFetch;
    let second: SecondApi;

    before(async () => {
      const resolve = async () => {
        questions += 1;
        return answers.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
      };
      fetch = createGuardedFetch({ policy: api.service.policy, userAgent: 'test', resolve });
      second = await startSecondApi(api, { fetch });
    });
    after(async () => {
      await second.close();
      await fetch.close();
    });
    afterEach(() => network.assertUntouched());

    for (const { title, addresses } of HOSTILE_ANSWERS) {
      it(`that resolves to ${title} is imported neither directly nor after a redirect`, async () => {
        answers = addresses;
        const url = network.canaryUrl('rebind.example');
        for (const each of [url, network.redirectTo(url)]) await assertRefused(second.call, each);
      });
    }

    it('that changes its answer comes from the address that was checked, or not at all', async () => {
      answers = [PERMITTED];
      questions = 0;
      const url = `http://rebind.example:${network.sitePort}/picture.png`;
      expectStatus(await setLogo(second.call, url), 200);
      assert.equal(questions, 1, 'asked once for a connection');
      answers = ['127.0.0.1'];
      await assertRefused(second.call, url);
    });
  });

  it('comes from a permitted address, directly and after redirects', async () => {
    const url = network.siteUrl('/picture.png');
    for (const each of [url, network.redirectTo(url), network.redirectTo(network.redirectTo(url))]) {
      assert.equal(expectStatus(await setLogo(api.call, each), 200).body.logo.status, 'ready');
    }
    assert.equal(network.requests().filter((path) => path === '/picture.png').length >= 3, true);
  });

  it('would be seen to come from loopback, were that permitted', async () => {
    const open = await startHostileNetwork();
    const policy = createAddressPolicy({ allow: ['0.0.0.0/0'] });
    const fetch = createGuardedFetch({ policy, userAgent: 'test' });
    const second = await startSecondApi(api, { fetch });
    const hosts = ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '0.0.0.0', 'localhost'];
    for (const host of hosts) {
      for (const url of [open.canaryUrl(host), open.redirectTo(open.canaryUrl(host))]) {
        const before = open.canary.connections();
        await assertRefused(second.call, url);
        assert.ok(open.canary.connections() >= before + 2, `${url}: for the logo and for the screenshot`);
      }
    }
    assert.ok(open.forbiddenAttempts().length >= 4 * hosts.length);
    await second.close();
    await fetch.close();
    await open.close();
  });
});
