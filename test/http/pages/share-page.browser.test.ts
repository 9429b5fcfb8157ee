import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import axe, { type AxeResults } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { changeBrand } from '../../../src/services/accounts/account-brand.ts';
import { picture } from '../../support/factories.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { findChromium, launchChromium } from './support/chromium.ts';
import { putReport, setListings, shareProject, type Shared } from './support/share-world.ts';

const chromium = await findChromium();
const DESKTOP = { viewport: { width: 1280, height: 900 } };
const PHONE = { viewport: { width: 320, height: 640 } };
const LONG_URL = `https://directory.example/${'long'.repeat(505)}`;

/** What Chromium says of a page that it saved instead of showing it. */
const BECAME_A_DOWNLOAD = 'net::ERR_ABORTED';

/** Colours that text in them, or on them, could not be read in. */
const BRANDS: [primaryColor: string, accentColor: string][] = [
  ['#ffffff', '#ffffff'],
  ['#000000', '#000000'],
  ['#fde047', '#facc15'],
  ['#777777', '#808080'],
];

const skipped = 'missing' in chromium ? ` (skipped: ${chromium.missing})` : '';

describe(`the share page in Chromium${skipped}`, function () {
  this.timeout(180_000);
  let api: TestService;
  let browser: Browser;
  let shared: Shared;
  let report: string;

  before(async function () {
    if ('missing' in chromium) return this.skip();
    browser = await launchChromium(chromium.executable);
    api = await startTestService();
    const name = `متجر القهوة ${'Donaudampfschifffahrt'.repeat(4)}`;
    shared = await shareProject(api, { launch: true, name, tagline: '咖啡店 ☕ <b>Kaffee</b>' });
    await setListings(api, shared.projectId, 30, { status: 'live', live_url: 'https://directory.example/acme' });
    await setListings(api, shared.projectId, 1, { status: 'live', live_url: LONG_URL });
    await setListings(api, shared.projectId, 1, { status: 'live' });
    await setListings(api, shared.projectId, 5, { status: 'submitted' });
    report = await putReport(api, shared, { file_name: 'Übersicht.pdf' });
  });
  after(async () => {
    if ('missing' in chromium) return;
    await browser.close();
    await api.close();
  });

  /** Opens the page and holds it to an empty console and to its own server. */
  async function visit(options: BrowserContextOptions, look: (page: Page) => Promise<void>): Promise<void> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('requestfailed', (request) => {
      const fault = request.failure()?.errorText;
      if (fault !== BECAME_A_DOWNLOAD) faults.push(`${fault}: ${request.url()}`);
    });
    page.on('request', (request) => {
      if (!/^data:/.test(request.url()) && new URL(request.url()).origin !== api.config.publicUrl) {
        faults.push(`outside: ${request.url()}`);
      }
    });
    try {
      assert.equal((await page.goto(shared.url))?.status(), 200);
      await look(page);
      assert.deepEqual(faults, []);
    } finally {
      await context.close();
    }
  }

  const styleOf = (page: Page, selector: string, property: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${property}`);

  it('links to each live listing and downloads a report', () =>
    visit({ ...DESKTOP, acceptDownloads: true }, async (page) => {
      const links = page.getByRole('region', { name: 'Live' }).getByRole('link');
      assert.equal(await links.count(), 31);
      const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      assert.equal(addresses.filter((address) => address === LONG_URL).length, 1);
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: /^PDF report of/ }).click();
      assert.equal((await download).suggestedFilename(), 'Übersicht.pdf');
      assert.equal(await readFile(await (await download).path(), 'utf8'), report);
    }));

  it('fits a phone 320 pixels wide, and a screen at 400 per cent', () =>
    visit(PHONE, async (page) => {
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320);
    }));

  it('lets a keyboard skip to the listings', () =>
    visit(DESKTOP, async (page) => {
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      assert.equal(await page.evaluate('document.activeElement.id'), 'main');
    }));

  it('is dark where that is preferred, and printed in the light all the same', () =>
    visit({ ...DESKTOP, colorScheme: 'dark' }, async (page) => {
      assert.equal(await styleOf(page, 'body', 'backgroundColor'), 'rgb(17, 20, 25)');
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      assert.equal(await styleOf(page, 'body', 'backgroundColor'), 'rgb(255, 255, 255)');
      assert.equal(await styleOf(page, '.skip', 'display'), 'none');
    }));

  for (const [primaryColor, accentColor] of BRANDS) {
    it(`has no violation that axe finds, in ${primaryColor} and ${accentColor}, light and dark, wide and narrow`, async () => {
      const logo = primaryColor === '#fde047' ? { png: await picture(), width: 64, height: 64 } : null;
      await changeBrand(api.service, shared.agency.accountId, { logo, primaryColor, accentColor });
      await visit({}, async (page) => {
        assert.equal(await page.evaluate('[...document.images].every((image) => image.naturalWidth > 0)'), true);
        // Evaluated by the debugger, which the page's policy does not bind.
        await page.evaluate(axe.source);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          for (const size of [DESKTOP, PHONE]) {
            await page.setViewportSize(size.viewport);
            const { violations } = await page.evaluate<AxeResults>('axe.run()');
            assert.deepEqual(violations.map(describeViolation), []);
          }
        }
      });
    });
  }

  it('names its parts to a screen reader', () =>
    visit(DESKTOP, async (page) => {
      for (const role of ['banner', 'main', 'contentinfo'] as const) assert.equal(await page.getByRole(role).count(), 1);
      const headings = await page.getByRole('heading').evaluateAll((all) => all.map(({ tagName }) => tagName));
      assert.deepEqual(headings, ['H1', 'H2', 'H2', 'H3', 'H3', 'H2']);
      assert.equal(await page.getByRole('list').count(), 4);
    }));
});

function describeViolation({ id, nodes }: AxeResults['violations'][number]): string {
  return `${id}: ${nodes.map(({ html }) => html).join(' | ')}`;
}
