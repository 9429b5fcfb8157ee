import type { ReportObject } from '../report.ts';
import type { ShareLinkObject } from '../share-link.ts';
import { IDS, SHARE, TIMES } from './ids.ts';

export const BUILDING: ReportObject = {
  object: 'report',
  id: IDS.report,
  livemode: true,
  project: IDS.project,
  format: 'pdf',
  include_logins: false,
  status: 'building',
  file_name: null,
  created_at: TIMES.reported,
  ready_at: null,
  expires_at: null,
};

export const READY_REPORT: ReportObject = {
  ...BUILDING,
  status: 'ready',
  file_name: 'Acme Tools listings 2026-03-06.pdf',
  ready_at: '2026-03-06T08:30:04.077Z',
  expires_at: '2026-03-13T08:30:04.077Z',
};

export const FAILED_REPORT: ReportObject = { ...BUILDING, status: 'failed' };

export const SHARE_LINK: ShareLinkObject = {
  object: 'share_link',
  livemode: true,
  project: IDS.project,
  url: `${SHARE}/q3TdV0nYx5Hc8ZrKe1LwPa7MbS2uGj9f`,
  created_at: '2026-03-03T10:12:40.918Z',
  expires_at: '2026-06-30T22:00:00.000Z',
  revoked_at: null,
  last_viewed_at: '2026-03-06T07:55:10.300Z',
  view_count: 14,
};

export const NEW_SHARE_LINK: ShareLinkObject = { ...SHARE_LINK, last_viewed_at: null, view_count: 0 };

export const REVOKED_SHARE_LINK: ShareLinkObject = { ...SHARE_LINK, revoked_at: '2026-03-20T14:03:55.121Z' };
