import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { itRendersOrNothing } from './support/describe-recipe.ts';
import { inFolder, output } from './support/runtime.ts';
import { startFeedServer } from './support/feed-server.ts';

const PLACE = '<!-- listing-badges -->';

/** Runs the build step over a site of one page, and gives the page. */
function build(code: string): Promise<string> {
  return inFolder(async (folder) => {
    await mkdir(join(folder, 'dist'));
    await writeFile(join(folder, 'add-badges.mjs'), code);
    await writeFile(join(folder, 'dist/index.html'), `<footer>${PLACE}</footer>`);
    await output(process.execPath, [join(folder, 'add-badges.mjs'), join(folder, 'dist')]);
    return readFile(join(folder, 'dist/index.html'), 'utf8');
  });
}

describe('the recipe for static HTML, run by Node after a build', () => {
  itRendersOrNothing('html', build, '<footer></footer>');

  it('finds pages in folders, and touches none without the place', async () => {
    const feed = await startFeedServer();
    await inFolder(async (folder) => {
      await mkdir(join(folder, 'blog/2026'), { recursive: true });
      await writeFile(join(folder, 'blog/2026/post.html'), `${PLACE}${PLACE}`);
      await writeFile(join(folder, 'blog/notes.txt'), PLACE);
      await writeFile(join(folder, 'bare.html'), '<p>bare</p>');
      await writeFile(join(folder, 'add.mjs'), feed.recipe('html'));
      await output(process.execPath, [join(folder, 'add.mjs'), folder]);
      assert.equal((await readFile(join(folder, 'blog/2026/post.html'), 'utf8')).match(/data-badge-feed/g)?.length, 4);
      assert.equal(await readFile(join(folder, 'blog/notes.txt'), 'utf8'), PLACE);
      assert.equal(await readFile(join(folder, 'bare.html'), 'utf8'), '<p>bare</p>');
    });
    await feed.close();
  });
});
