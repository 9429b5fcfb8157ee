/** Values of each field of create project, at and beyond the borders of specification 2.2. */
import type { ItemCode } from '../../../src/errors.ts';

export interface FieldCases {
  /** Values that are taken; a `Sent` says what it reads back as. */
  takes: unknown[];
  /** Values that are refused, with the failure's code and, where it is not the field's own, its path. */
  refuses: [value: unknown, code: ItemCode, param?: string][];
}

/** A value that is an array itself, or reads back as something else. */
export class Sent {
  readonly sent: unknown;
  readonly readAs: unknown;

  constructor(sent: unknown, readAs: unknown = sent) {
    this.sent = sent;
    this.readAs = readAs;
  }
}

const chars = (count: number) => 'x'.repeat(count);
/** Characters are code points: an emoji is one, though JavaScript counts two. */
const emoji = (count: number) => '😀'.repeat(count);

function text(maxLength: number, empty: unknown = null): FieldCases {
  return {
    takes: ['x', chars(maxLength), emoji(maxLength), new Sent(null, empty), new Sent('', empty)],
    refuses: [
      [chars(maxLength + 1), 'too_long'],
      [emoji(maxLength + 1), 'too_long'],
      [1, 'invalid_type'],
      [true, 'invalid_type'],
      [[], 'invalid_type'],
      [{}, 'invalid_type'],
    ],
  };
}

function choice(...values: string[]): FieldCases {
  return {
    takes: [...values, new Sent(null), new Sent('', null)],
    refuses: [
      ['unknown', 'not_allowed'],
      [values[0]!.toUpperCase(), 'not_allowed'],
      [1, 'invalid_type'],
      [[values[0]], 'invalid_type'],
    ],
  };
}

const site = (length: number) => {
  const start = 'https://long.example.com/';
  return start + chars(length - start.length);
};
const competitors = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `C${index}`, url: null }));
const record = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));
const UNKNOWN_DIRECTORY = `dir_${'0'.repeat(22)}`;

export const PROJECT_FIELDS: Record<string, FieldCases> = {
  name: {
    takes: ['xx', chars(100), emoji(2), emoji(100)],
    refuses: [['x', 'too_short'], ['😀', 'too_short'], ...text(100).refuses],
  },
  maker_name: text(100),
  contact_email: {
    takes: ['a@b.co', `${chars(64)}@${chars(63)}.${chars(63)}.${chars(57)}.co`, new Sent(null), new Sent('', null)],
    refuses: [
      [`${chars(64)}@${chars(63)}.${chars(63)}.${chars(58)}.com`, 'too_long'],
      ['a', 'invalid_format'],
      ['a@b', 'invalid_format'],
      ['a b@c.co', 'invalid_format'],
      ['a@b.co\n', 'invalid_format'],
      ['A <a@b.co>', 'invalid_format'],
      [1, 'invalid_type'],
      [['a@b.co'], 'invalid_type'],
    ],
  },
  tagline: text(100),
  short_description: text(500),
  long_description: text(2_000),
  category: choice('saas', 'ai_tools', 'dev_tools', 'no_code', 'productivity', 'other'),
  pricing_model: choice('free', 'freemium', 'paid', 'open_source'),
  price_amount_cents: {
    takes: [0, 1, Number.MAX_SAFE_INTEGER, new Sent(null), new Sent('', null)],
    refuses: [
      [-1, 'too_small'],
      [Number.MAX_SAFE_INTEGER + 1, 'too_large'],
      [1e300, 'too_large'],
      [0.5, 'invalid_type'],
      ['100', 'invalid_type'],
      [true, 'invalid_type'],
    ],
  },
  price_period: choice('monthly', 'yearly', 'one_time'),
  launch_date: {
    takes: ['2024-02-29', '0001-01-01', '9999-12-31', new Sent(null), new Sent('', null)],
    refuses: [
      ['2023-02-29', 'invalid_format'],
      ['0000-01-01', 'invalid_format'],
      ['10000-01-01', 'invalid_format'],
      ['2024-1-1', 'invalid_format'],
      ['2024-01-01T00:00:00Z', 'invalid_format'],
      ['2024-13-01', 'invalid_format'],
      ['today', 'invalid_format'],
      [20_240_101, 'invalid_type'],
    ],
  },
  twitter_url: {
    takes: ['https://x.com/acme', 'https://twitter.com/acme', new Sent(null), new Sent('', null)],
    refuses: [
      ['http://x.com/acme', 'invalid_format'],
      ['https://x.com', 'invalid_format'],
      ['https://x.com/', 'invalid_format'],
      ['https://x.com/?a=b', 'invalid_format'],
      ['https://x.com.evil.com/acme', 'invalid_format'],
      ['https://www.x.com/acme', 'invalid_format'],
      ['https://mobile.twitter.com/acme', 'invalid_format'],
      ['https://evilx.com/acme', 'invalid_format'],
      ['https://x.com@evil.com/acme', 'invalid_format'],
      ['https://user:secret@x.com/acme', 'invalid_format'],
      ['https://x.com:8443/acme', 'invalid_format'],
      [' https://x.com/acme', 'invalid_format'],
      ['https://x.com/ac\nme', 'invalid_format'],
      ['@acme', 'invalid_format'],
      [`https://x.com/${chars(2_048)}`, 'too_long'],
      [1, 'invalid_type'],
    ],
  },
  competitors: {
    takes: [
      new Sent([]),
      new Sent(competitors(20)),
      new Sent([{ name: 'A' }], [{ name: 'A', url: null }]),
      new Sent([{ name: emoji(100), url: site(2_048) }]),
      new Sent([{ name: 'A', url: '' }], [{ name: 'A', url: null }]),
      new Sent(null, []),
      new Sent('', []),
    ],
    refuses: [
      [competitors(21), 'too_many'],
      [{}, 'invalid_type'],
      ['A', 'invalid_type'],
      [['A'], 'invalid_type', 'competitors[0]'],
      [[{}], 'required', 'competitors[0].name'],
      [[{ name: null }], 'invalid_type', 'competitors[0].name'],
      [[{ name: chars(101) }], 'too_long', 'competitors[0].name'],
      [[{ name: 'A', url: 'nothing' }], 'invalid_format', 'competitors[0].url'],
      [[{ name: 'A', url: 'ftp://a.example.com' }], 'invalid_format', 'competitors[0].url'],
      [[{ name: 'A', url: ' https://a.example.com' }], 'invalid_format', 'competitors[0].url'],
      [[{ name: 'A', url: site(2_049) }], 'too_long', 'competitors[0].url'],
    ],
  },
  tags: {
    takes: [
      new Sent([]),
      new Sent(['x']),
      new Sent(Array.from({ length: 10 }, () => emoji(40))),
      new Sent(null, []),
      new Sent('', []),
    ],
    refuses: [
      [Array.from({ length: 11 }, () => 'x'), 'too_many'],
      [['x', chars(41)], 'too_long', 'tags[1]'],
      [[1], 'invalid_type', 'tags[0]'],
      [[null], 'invalid_type', 'tags[0]'],
      [{}, 'invalid_type'],
      ['x', 'invalid_type'],
    ],
  },
  audience: {
    takes: [
      { b2b: true, ai: true, directory: true },
      new Sent({ ai: true }, { b2b: false, ai: true, directory: false }),
      new Sent({ b2b: null }, { b2b: false, ai: false, directory: false }),
      new Sent({}, { b2b: false, ai: false, directory: false }),
      new Sent(null, { b2b: false, ai: false, directory: false }),
    ],
    refuses: [
      [{ b2b: 'true' }, 'invalid_type', 'audience.b2b'],
      [{ ai: 1 }, 'invalid_type', 'audience.ai'],
      [[], 'invalid_type'],
      ['b2b', 'invalid_type'],
    ],
  },
  promo_code: text(50),
  promo_description: text(500),
  external_id: text(100),
  metadata: {
    takes: [
      {},
      record(20),
      { [emoji(40)]: emoji(500), a: true, b: -1.5, c: 'x' },
      { 'line\nbreak': 'x', '7': 1, 'a.b': false },
      new Sent({ a: 1, b: null, c: '' }, { a: 1 }),
      new Sent({ ...record(20), none: null }, record(20)),
      new Sent(null, {}),
      new Sent('', {}),
    ],
    refuses: [
      [record(21), 'too_many'],
      [{ [chars(41)]: 1 }, 'too_long', `metadata.${chars(41)}`],
      [{ '': 1 }, 'too_short', 'metadata.'],
      [{ a: chars(501) }, 'too_long', 'metadata.a'],
      [{ a: [] }, 'invalid_type', 'metadata.a'],
      [{ a: {} }, 'invalid_type', 'metadata.a'],
      [[], 'invalid_type'],
      ['x', 'invalid_type'],
    ],
  },
  excluded_directories: {
    takes: [new Sent([]), new Sent(null, [])],
    refuses: [
      [[UNKNOWN_DIRECTORY], 'unknown', 'excluded_directories[0]'],
      [[UNKNOWN_DIRECTORY, UNKNOWN_DIRECTORY], 'duplicate'],
      [['prj_0000000000000000000000'], 'invalid_format', 'excluded_directories[0]'],
      [[1], 'invalid_type', 'excluded_directories[0]'],
      ['auto', 'invalid_type'],
    ],
  },
  auto_replace: {
    takes: [true, false],
    refuses: [
      [null, 'invalid_type'],
      ['', 'invalid_type'],
      ['true', 'invalid_type'],
      [1, 'invalid_type'],
    ],
  },
  logo_url: {
    takes: [],
    refuses: [
      ['nothing', 'invalid_format'],
      ['data:image/png;base64,AA==', 'invalid_format'],
      ['file:///etc/passwd', 'invalid_format'],
      [site(2_049), 'too_long'],
      [1, 'invalid_type'],
    ],
  },
  screenshot_urls: {
    takes: [],
    refuses: [
      [[], 'too_few'],
      [Array.from({ length: 6 }, (_, index) => `https://a.example.com/${index}`), 'too_many'],
      [['https://a.example.com', 'nothing'], 'invalid_format', 'screenshot_urls[1]'],
      [[1], 'invalid_type', 'screenshot_urls[0]'],
      ['https://a.example.com', 'invalid_type'],
    ],
  },
};

export const SITE_URLS = {
  takes: [
    'http://a.example.com',
    'https://a.example.com:8443/path/?q=1#top',
    'https://münchen.example.com/straße',
    site(2_048),
    'https://10.0.0.1',
    'http://[::1]:3000/',
    'http://localhost',
    'http://a',
  ],
  refuses: [
    ['nothing', 'invalid_format'],
    ['//a.example.com', 'invalid_format'],
    ['https://', 'invalid_format'],
    ['https:a.example.com', 'invalid_format'],
    ['https:///a.example.com', 'invalid_format'],
    ['http:////a.example.com', 'invalid_format'],
    ['ftp://a.example.com', 'invalid_format'],
    ['javascript:alert(1)', 'invalid_format'],
    ['https://user:secret@a.example.com', 'invalid_format'],
    ['https://user@a.example.com', 'invalid_format'],
    ['https://a b.example.com', 'invalid_format'],
    ['https://a.example.com\\@b.example.com', 'invalid_format'],
    [site(2_049), 'too_long'],
    [1, 'invalid_type'],
    [null, 'invalid_type'],
    ['', 'invalid_type'],
    [['https://a.example.com'], 'invalid_type'],
  ] as [unknown, ItemCode][],
  refusedInLiveMode: [
    'https://127.0.0.1',
    'https://8.8.8.8',
    'https://2130706433',
    'https://0x7f000001',
    'https://0177.0.0.1',
    'https://127.1',
    'https://1.1.1.1.',
    'https://１２７.0.0.1',
    'https://%31%32%37.0.0.1',
    'https://[::1]',
    'https://[2606:4700::1111]',
    'https://[::ffff:8.8.8.8]',
    'https://localhost',
    'https://intranet',
    'https://a.test',
    'https://a.example',
    'https://a.invalid',
    'https://a.localhost',
    'https://A.TEST',
    'https://a.test.',
    'https://com',
    'https://co.uk',
  ],
};

/** A sentence that names the parameter, says what is wrong, and where that does not say it already, what would be right. */
export const SAYS_WHAT_IS_RIGHT = /^`.+` (is required|does not exist|.+: it takes .+)\.$/s;
