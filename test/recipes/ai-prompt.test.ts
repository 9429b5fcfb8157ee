import assert from 'node:assert/strict';
import { writeRecipes } from '../../src/domain/badge/recipes/recipes.ts';

const ID = 'prj_0123456789abcdefghijkl';
const FEED = {
  json_url: `https://service.example/feeds/${ID}.json`,
  html_url: `https://service.example/feeds/${ID}.html`,
};

describe('the prompt for AI coding assistants', () => {
  const { code } = writeRecipes(FEED, ID, 'curl THE-CHECK').find(({ platform }) => platform === 'ai_prompt')!;
  for (const [what, pattern] of Object.entries({
    'where both forms of the feed are': new RegExp(`${FEED.json_url}[^]*${FEED.html_url}`),
    'what the feed answers': /\{"badges": \[/,
    'to fetch it on the server within 3 seconds': /On the server[^]*timeout of 3 seconds/,
    'to render nothing on any failure': /On any failure[^]*render nothing/,
    'to leave the markers and links as they are': new RegExp(`unchanged[^]*data-badge-feed="${ID}"[^]*nofollow`),
    'not to fetch it in the browser': /Do not fetch the feed in the browser/,
    'not to paste the badges': /Do not paste/,
    'how to check the result': /prints a number above 0:\n\n {4}curl THE-CHECK/,
  })) {
    it(`says ${what}`, () => {
      assert.match(code, pattern);
    });
  }
});
