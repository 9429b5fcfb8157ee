import assert from 'node:assert/strict';
import axe, { type AxeResults } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startTestService, type TestService } from '../../support/service.ts';
import { findChromium, launchChromium } from '../pages/support/chromium.ts';

const chromium = await findChromium();
const skipped = 'missing' in chromium ? ` (skipped: ${chromium.missing})` : '';
const DESKTOP = { viewport: { width: 1280, height: 900 } };
const PHONE = { viewport: { width: 375, height: 740 } };

/** The words of the title that take more than one line. */
const BROKEN_WORDS = `(() => {
  const text = document.querySelector('h1').firstChild;
  return [...text.data.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1;
  }).map(([word]) => word);
})()`;

describe(`the documentation in Chromium${skipped}`, function () {
  this.timeout(180_000);
  let api: TestService;
  let browser: Browser;

  before(async function () {
    if ('missing' in chromium) return this.skip();
    [api, browser] = await Promise.all([startTestService(), launchChromium(chromium.executable)]);
  });
  after(async () => {
    if ('missing' in chromium) return;
    await browser.close();
    await api.close();
  });

  /** Opens a page and holds it to an empty console and to its own server. */
  async function visit(
    path: string,
    options: BrowserContextOptions,
    look: (page: Page) => Promise<void>,
  ): Promise<void> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== api.config.publicUrl) {
        faults.push(`outside: ${request.url()}`);
      }
    });
    try {
      assert.equal((await page.goto(api.config.publicUrl + path))?.status(), 200);
      await look(page);
      assert.deepEqual(faults, []);
    } finally {
      await context.close();
    }
  }

  const widthOf = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth');

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`shows the reference, ${colorScheme}, wide and on a phone, with nothing of another host`, async () => {
      for (const size of [DESKTOP, PHONE]) {
        await visit('/docs', { ...size, colorScheme }, async (page) => {
          await page.getByText('Submit the products of your clients').first().waitFor();
          assert.ok((await widthOf(page)) <= size.viewport.width);
          assert.deepEqual(await page.evaluate(BROKEN_WORDS), []);
          assert.equal(await page.locator('[aria-haspopup=menu]').count(), 1);
          assert.equal(await page.locator('[aria-haspopup=menu]:visible').count(), 0);
        });
      }
    });
  }

  it('leads from the table of codes to the entry of each, without a script', () =>
    visit('/docs/errors', { ...DESKTOP, javaScriptEnabled: false }, async (page) => {
      await page.getByRole('link', { name: 'not_ready' }).first().click();
      assert.equal(new URL(page.url()).hash, '#not_ready');
      await page.getByRole('heading', { name: /^not_ready 422$/ }).waitFor();
    }));

  it('has errors that axe finds no fault with, light and dark, wide and narrow', () =>
    visit('/docs/errors', {}, async (page) => {
      await page.evaluate('document.querySelectorAll("details").forEach((one) => { one.open = true })');
      // Evaluated by the debugger, which the page's policy does not bind.
      await page.evaluate(axe.source);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const size of [DESKTOP, PHONE]) {
          await page.setViewportSize(size.viewport);
          assert.ok((await widthOf(page)) <= size.viewport.width);
          const { violations } = await page.evaluate<AxeResults>('axe.run()');
          assert.deepEqual(
            violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
            [],
          );
        }
      }
    }));
});
