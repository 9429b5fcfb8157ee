/** The ids of the story that all examples tell: one product, from its draft to its first live listing. */
export const IDS = {
  project: 'prj_0VChRYWmGR5IGR3G28ntUZ',
  listing: 'lst_0VCnTgVk0ZkM0vRCpDHdcd',
  anotherListing: 'lst_0VCnTgVkk1i3jIyedoxvrg',
  directory: 'dir_0U5x205AOm0r5sMDCJEN1r',
  anotherDirectory: 'dir_0U5x205A1x1z5T5oMJWrPs',
  logo: 'img_0VChT5Zgkj2ccteV2n2KFT',
  screenshot: 'img_0VChTLBQa1RqQU6oxL4px3',
  report: 'rep_0VD4eYsqOZ23DjbTt2SLeI',
  event: 'evt_0VCnTgVk6M9fjeIyRvZtnA',
  endpoint: 'we_0VChRYWmjAsr7q4dXj4G7S',
  delivery: 'wd_0VD0imqWQrWwcWMqc1RpFV',
  key: 'key_0VCdKgUyG729a4XFYK57aL',
  request: 'req_0VD0imqWDYvvQZVCSnCHAc',
} as const;

/** When what happened in it. */
export const TIMES = {
  endpointCreated: '2026-03-02T09:02:31.004Z',
  created: '2026-03-02T09:14:07.120Z',
  completed: '2026-03-02T09:31:50.662Z',
  launched: '2026-03-03T10:00:12.480Z',
  listingCreated: '2026-03-03T10:00:00Z',
  submitted: '2026-03-03T11:00:00Z',
  live: '2026-03-05T16:00:00Z',
  liveEvent: '2026-03-05T16:21:44Z',
  reported: '2026-03-06T08:30:02.391Z',
} as const;

export const SITE = 'https://acme-tools.io';
const SERVICE = 'https://listings.example';
export const ASSETS = `${SERVICE}/assets`;
export const FEEDS = `${SERVICE}/feeds`;
export const SHARE = `${SERVICE}/s`;
/** A secret that signs nothing. */
export const SECRET = `whsec_${Buffer.from('an example, never a real secret!').toString('base64')}`;

/** A page of these items with nothing after it. */
export function exampleList<T>(...data: T[]) {
  return { object: 'list', data, has_more: false, next_cursor: null } as const;
}

/** Directories that a choice names. */
export const CHOSEN: string[] = [IDS.directory, IDS.anotherDirectory];

/** A cursor has no meaning to its user; this one has none at all. */
export const CURSOR = 'eyJleGFtcGxlIjp0cnVlfQ.N2Yx';
