import assert from 'node:assert/strict';
import type { Platform } from '../../../src/domain/badge/recipes/recipe.ts';
import {
  FAULTS,
  FRAGMENTS,
  HTML_FAULTS,
  JSON_FAULTS,
  recipeOfNoServer,
  startFeedServer,
  type FeedServer,
} from './feed-server.ts';

/** The feed has 3 seconds; the rest is for the runtime on a busy machine. */
const PATIENCE_MS = 6_000;

/**
 * What every recipe must do, in tests of the running suite.
 *
 * @param render runs the code of the recipe in its runtime and gives the page that comes of it
 * @param bare the page without badges
 */
export function itRendersOrNothing(platform: Platform, render: (code: string) => Promise<string>, bare = ''): void {
  let feed: FeedServer;
  before(async () => {
    feed = await startFeedServer();
  });
  after(() => feed.close());
  beforeEach(() => feed.answerWith());

  it('renders every badge as the feed has it', async () => {
    const page = await render(feed.recipe(platform));
    for (const fragment of FRAGMENTS) assert.ok(page.includes(fragment), page);
    assert.equal(page.split('data-badge-feed').length - 1, FRAGMENTS.length);
  });

  const faults = { ...FAULTS, ...(platform === 'nginx_ssi' ? HTML_FAULTS : JSON_FAULTS) };
  for (const [fault, answer] of Object.entries(faults)) {
    it(`renders nothing when the feed ${fault}`, async () => {
      feed.answerWith(answer);
      const requests = feed.requests();
      const startedAt = performance.now();
      assert.equal(await render(feed.recipe(platform)), bare);
      assert.ok(performance.now() - startedAt < PATIENCE_MS, `${performance.now() - startedAt} ms`);
      assert.ok(feed.requests() > requests, 'the feed was asked');
    });
  }

  it('renders nothing when nothing listens where the feed was', async () => {
    assert.equal(await render(await recipeOfNoServer(platform)), bare);
  });
}
