import assert from 'node:assert/strict';
import { Parser } from 'htmlparser2';
import { chooseBadges, type BadgeCandidate } from '../../../src/domain/badge/choose-badges.ts';
import { renderFragments } from '../../../src/domain/badge/render-fragments.ts';

const LOOK = {
  projectId: 'prj_0123456789abcdefghijkl',
  agencyName: 'Agency',
  color: '#2563eb',
  assetsUrl: 'https://service.example/assets',
};
const HOSTILE = `"'><script>alert(1)</script><img src=x onerror=alert(1)>&amp;`;

/** Every element of a fragment with its attributes, and its text. */
function parse(html: string) {
  const elements: [string, string[]][] = [];
  let text = '';
  const parser = new Parser({
    onopentag: (tag, attributes) => void elements.push([tag, Object.keys(attributes)]),
    ontext: (part) => void (text += part),
  });
  parser.end(html);
  return { elements, text };
}

describe('the fragments of a feed', () => {
  it('hold hostile names and addresses as text and nothing else', () => {
    const directory = { id: 'dir_1', name: HOSTILE, url: `https://directory.example/?q=${HOSTILE}` };
    const [fragment] = renderFragments([directory], { ...LOOK, agencyName: HOSTILE });
    const { elements, text } = parse(fragment!);
    assert.deepEqual(elements, [
      ['a', ['data-badge-feed', 'href', 'title', 'style']],
      ['img', ['src', 'alt', 'width', 'height']],
      ['span', []],
    ]);
    assert.equal(text, `Find us on ${HOSTILE}`);
  });

  it('show nothing but the marker where no directory needs a badge', () => {
    const fragments = renderFragments([], LOOK);
    assert.equal(fragments.length, 1);
    assert.deepEqual(parse(fragments[0]!), { elements: [['span', ['data-badge-feed', 'hidden']]], text: '' });
  });
});

describe('the badges of a project', () => {
  const product = {
    audience: { b2b: false, ai: false, directory: false },
    category: 'saas',
    pricing_model: 'free',
    competitors: [],
    promo_code: null,
    badge_status: 'not_checked',
  } as const;
  const candidate = (overrides: Partial<BadgeCandidate>): BadgeCandidate => ({
    accepts: 'any',
    categories: [],
    pricing_models: [],
    requirements: ['badge'],
    open: true,
    excluded: false,
    listing_status: null,
    ...overrides,
  });
  const shown: [string, Partial<BadgeCandidate>][] = [
    ['only lacks the badge', {}],
    ['has a pending listing', { listing_status: 'pending' }],
    ['has a live listing and is closed now', { listing_status: 'live', open: false }],
    ['has a live listing and no longer fits', { listing_status: 'live', accepts: 'ai' }],
    ['has a live listing and is excluded now', { listing_status: 'live', excluded: true }],
  ];
  const left: [string, Partial<BadgeCandidate>][] = [
    ['is closed', { open: false }],
    ['is excluded', { excluded: true }],
    ['takes other products', { accepts: 'ai' }],
    ['asks for competitors too', { requirements: ['badge', 'competitors'] }],
    ['declined the project', { listing_status: 'not_accepted' }],
    ['was left by the project', { listing_status: 'cancelled' }],
  ];
  for (const [name, overrides] of shown) {
    it(`are shown of a directory that ${name}`, () => {
      assert.equal(chooseBadges(product, [candidate(overrides)]).length, 1);
    });
  }
  for (const [name, overrides] of left) {
    it(`are not shown of a directory that ${name}`, () => {
      assert.deepEqual(chooseBadges(product, [candidate(overrides)]), []);
    });
  }

  it('are at most 100, those with listings first', () => {
    const candidates = Array.from({ length: 150 }, () => candidate({}));
    const last = candidate({ listing_status: 'live' });
    const chosen = chooseBadges(product, [...candidates, last]);
    assert.equal(chosen.length, 100);
    assert.equal(chosen[0], last);
  });
});
