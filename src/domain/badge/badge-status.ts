export const BADGE_STATUSES = ['not_checked', 'installed', 'not_found'] as const;
export type BadgeStatus = (typeof BADGE_STATUSES)[number];
