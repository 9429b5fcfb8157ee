import assert from 'node:assert/strict';
import { isIPv6 } from 'node:net';
import { createAddressPolicy } from '../../src/outbound/address-policy.ts';
import { createGuardedFetch, type GuardedFetch } from '../../src/outbound/guarded-fetch.ts';
import { importImage } from '../../src/services/images/import-image.ts';
import { autofillProject, readIntake } from '../../src/services/projects/autofill-project.ts';
import {
  HOSTILE_ANSWERS,
  HOSTILE_LITERALS,
  LOOPBACK_NAMES,
  MALFORMED_HOSTS,
  UNFOLLOWED_LOCATIONS,
} from '../outbound/support/hostile-hosts.ts';
import { PERMITTED, startHostileNetwork, type HostileNetwork } from '../outbound/support/hostile-network.ts';
import { MANIFEST_REFERENCES, PAGE_REFERENCES } from '../outbound/support/hostile-site.ts';
import { expectStatus, projectBody } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** What the worker does for a new project, without the worker: the same services, through the same kind of door. */
describe('the reading of a new project’s site, and the import of its images', () => {
  let network: HostileNetwork;
  let api: TestService;
  let key: string;

  before(async () => {
    network = await startHostileNetwork();
    api = await startTestService({ OUTBOUND_ALLOW: PERMITTED });
    key = (await api.newAgency()).keys.test.full;
  });
  after(async () => {
    await api.close();
    await network.close();
  });

  /** Creates a project and gives it as it is when its site was read and its images were imported. */
  async function takeIn(fields: Record<string, unknown>, fetch: GuardedFetch = api.service.fetch) {
    const { id } = expectStatus(await api.call('POST', '/projects', { key, json: projectBody(fields) }), 201).body;
    const deps = { ...api.service, fetch };
    const { site, imageIds } = await readIntake(deps, id);
    await Promise.all([autofillProject(deps, id, site!), ...imageIds.map((imageId) => importImage(deps, imageId))]);
    return expectStatus(await api.call('GET', `/projects/${id}`, { key }), 200).body;
  }

  let sites = 0;
  /** A page at the permitted address whose references lead to this host. */
  const pageThatLeadsTo = (base: string) => network.siteUrl(`/site?base=${encodeURIComponent(base)}&number=${++sites}`);
  const manifestThatLeadsTo = (base: string) => {
    const manifest = network.siteUrl(`/manifest?base=${encodeURIComponent(base)}`);
    return `${pageThatLeadsTo(base)}&manifest=${encodeURIComponent(manifest)}`;
  };

  async function assertUnread(url: string, fetch?: GuardedFetch): Promise<void> {
    const { autofill, name } = await takeIn({ url }, fetch);
    assert.deepEqual([autofill.status, autofill.filled, autofill.image_candidates], ['failed', [], []], name);
  }

  async function assertUnimported(urls: string[], fetch?: GuardedFetch): Promise<void> {
    const url = network.siteUrl(`/site?number=${++sites}`);
    const project = await takeIn({ url, logo_url: urls[0], screenshot_urls: urls }, fetch);
    for (const { status, error } of [project.logo, ...project.screenshots]) {
      assert.deepEqual([status, error], ['failed', 'image_unreachable']);
    }
    assert.equal(project.screenshots.length, urls.length);
  }

  /** The page itself is read, and what it offers of its own is taken. */
  async function assertOnlyOwnImages(url: string, fetch?: GuardedFetch): Promise<void> {
    const { autofill, name } = await takeIn({ url }, fetch);
    assert.deepEqual([autofill.status, name], ['complete', 'Acme Tools']);
    const candidates = autofill.image_candidates.map((candidate: { url: string }) => candidate.url);
    assert.deepEqual(candidates, [network.siteUrl('/own-icon.png')]);
  }

  describe('that lead to an address that is not public', () => {
    afterEach(() => network.assertUntouched());

    for (const host of [...HOSTILE_LITERALS, ...LOOPBACK_NAMES]) {
      it(`connect to ${host} neither directly, nor after a redirect, nor for what a page names`, async () => {
        const urlOf = () => network.canaryUrl(host, `/${++sites}`);
        await assertUnread(urlOf());
        await assertUnread(network.redirectTo(urlOf()));
        await assertUnimported([urlOf(), network.redirectTo(urlOf()), network.redirectTo(network.redirectTo(urlOf()))]);
        await assertOnlyOwnImages(pageThatLeadsTo(network.canaryUrl(host, '')));
        await assertOnlyOwnImages(manifestThatLeadsTo(network.canaryUrl(host, '')));
      });
    }

    for (const host of MALFORMED_HOSTS) {
      it(`connect to the malformed host ${JSON.stringify(host)} neither for a project nor for what a page names`, async () => {
        const url = network.canaryUrl(host);
        const json = projectBody({ url, logo_url: url, screenshot_urls: [url] });
        const { error } = expectStatus(await api.call('POST', '/projects', { key, json }), 422).body;
        assert.deepEqual(error.errors.map(({ param }: { param: string }) => param).toSorted(), [
          'logo_url',
          'screenshot_urls[0]',
          'url',
        ]);
        await assertOnlyOwnImages(pageThatLeadsTo(network.canaryUrl(host, '')));
        await assertOnlyOwnImages(manifestThatLeadsTo(network.canaryUrl(host, '')));
      });
    }

    for (const location of UNFOLLOWED_LOCATIONS) {
      it(`do not follow a redirect to ${location}`, async () => {
        await assertUnread(network.redirectTo(location));
        await assertUnimported([network.redirectTo(location)]);
      });
    }
  });

  describe('that are at a name', () => {
    afterEach(() => network.assertUntouched());

    async function withAnswers(answersOf: () => readonly string[], use: (fetch: GuardedFetch) => Promise<void>) {
      const resolve = async () => answersOf().map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
      const fetch = createGuardedFetch({ policy: api.service.policy, userAgent: 'test', resolve });
      await use(fetch).finally(() => fetch.close());
    }

    for (const { title, addresses } of HOSTILE_ANSWERS) {
      it(`do not connect when it resolves to ${title}`, () =>
        withAnswers(
          () => addresses,
          async (fetch) => {
            const urlOf = () => network.canaryUrl('rebind.example', `/${++sites}`);
            await assertUnread(urlOf(), fetch);
            await assertUnread(network.redirectTo(urlOf()), fetch);
            await assertUnimported([urlOf(), network.redirectTo(urlOf())], fetch);
            await assertOnlyOwnImages(pageThatLeadsTo(network.canaryUrl('rebind.example', '')), fetch);
            await assertOnlyOwnImages(manifestThatLeadsTo(network.canaryUrl('rebind.example', '')), fetch);
          },
        ));
    }

    it('do not connect for what a page names when the name has changed its address since the page was read', async () => {
      let questions = 0;
      await withAnswers(
        () => [++questions === 1 ? PERMITTED : '127.0.0.1'],
        async (fetch) => {
          const base = `http://rebind.example:${network.sitePort}`;
          const { autofill, name } = await takeIn({ url: `${base}/site?base=${encodeURIComponent(base)}` }, fetch);
          assert.deepEqual([autofill.status, autofill.image_candidates, name], ['complete', [], 'Acme Tools']);
          assert.ok(questions > PAGE_REFERENCES.length, 'asked anew for each connection');
        },
      );
    });
  });

  it('follow all that a page and its manifest name at a permitted address', async () => {
    const before = network.requests().length;
    const base = network.siteUrl('');
    await takeIn({ url: pageThatLeadsTo(base) });
    const { autofill } = await takeIn({ url: manifestThatLeadsTo(base) });
    assert.equal(autofill.image_candidates.length > 1, true);
    const requests = new Set(network.requests().slice(before));
    assert.deepEqual(
      [...PAGE_REFERENCES, ...MANIFEST_REFERENCES].filter((path) => !requests.has(path)),
      [],
    );
    const url = network.siteUrl(`/picture.png?number=${++sites}`);
    const project = await takeIn({ url, logo_url: url, screenshot_urls: [url, network.redirectTo(url)] });
    assert.deepEqual(
      [project.logo, ...project.screenshots].map(({ status }) => status),
      ['ready', 'ready', 'ready'],
    );
  });

  it('would be seen to connect to loopback, were that permitted', async () => {
    const open = await startHostileNetwork();
    const fetch = createGuardedFetch({ policy: createAddressPolicy({ allow: ['0.0.0.0/0'] }), userAgent: 'test' });
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '0.0.0.0', 'localhost']) {
      const urlOf = () => open.canaryUrl(host, `/${++sites}`);
      const isSeen = async (what: string, fields: Record<string, unknown>, times = 1) => {
        const before = open.canary.connections();
        await takeIn(fields, fetch);
        assert.ok(open.canary.connections() >= before + times, `${what} at ${host}`);
      };
      const base = encodeURIComponent(open.canaryUrl(host, ''));
      const manifest = encodeURIComponent(open.siteUrl(`/manifest?base=${base}`));
      await isSeen('the site', { url: urlOf() });
      await isSeen('the site after a redirect', { url: open.redirectTo(urlOf()) });
      await isSeen('images', { url: open.siteUrl(`/${++sites}`), logo_url: urlOf(), screenshot_urls: [urlOf()] }, 2);
      const site = open.siteUrl(`/site?base=${base}&number=${++sites}`);
      await isSeen('what a page names', { url: site }, PAGE_REFERENCES.length);
      await isSeen('what a manifest names', { url: `${site}&manifest=${manifest}` }, MANIFEST_REFERENCES.length);
    }
    assert.ok(open.forbiddenAttempts().length > 0);
    await fetch.close();
    await open.close();
  });
});
