import assert from 'node:assert/strict';
import { checkCommand } from '../../src/domain/badge/check-command.ts';
import { startSite, type Site } from '../support/site.ts';
import { FRAGMENTS } from './support/feed-server.ts';
import { inFolder, output } from './support/runtime.ts';

const ID = 'prj_0123456789abcdefghijkl';

describe('the check command, run by sh', () => {
  let site: Site;
  before(async () => {
    site = await startSite();
  });
  after(() => site.close());

  const count = async (url: string) => Number(await output('sh', ['-c', checkCommand(url, ID)]));

  for (const [name, page, expected] of [
    ['a page with two badges on one line', `<footer>${FRAGMENTS.join('')}</footer>`, 2],
    ['a page whose quotes were minified away', FRAGMENTS[0]!.replaceAll(`"${ID}"`, ID), 1],
    ['a page with quotes of the other kind', FRAGMENTS[0]!.replaceAll(`"${ID}"`, `'${ID}'`), 1],
    ['a page without badges', '<footer></footer>', 0],
    ["a page with another project's badge", FRAGMENTS[0]!.replace(ID, ID.replace('0', '9')), 0],
  ] as const) {
    it(`counts ${expected} in ${name}`, async () => {
      assert.equal(await count(site.serve('/', page)), expected);
    });
  }

  it('counts 0 where nothing listens', async () => {
    assert.equal(await count('http://127.0.0.1:1/'), 0);
  });

  it('takes an address as one word, whatever is in it', async () => {
    await inFolder(async (folder) => {
      const marker = `${folder}/ran`;
      for (const text of [
        `'; touch ${marker}; '`,
        `$(touch ${marker})`,
        `\`touch ${marker}\``,
        `" & touch ${marker} "`,
      ]) {
        await count(`${site.url}/${text}`);
      }
      await assert.rejects(output('test', ['-e', marker]));
    });
    const query = "/?a=[1-3]&b={x,y}&c='z'";
    const path = URL.parse(query, site.url)!;
    site.serve(`${path.pathname}?a=[1-3]&b={x,y}&c='z'`, FRAGMENTS[0]!);
    assert.equal(await count(site.url + query), 1);
  });
});
