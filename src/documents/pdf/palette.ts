/** The colours of a report: the agency's own where they can be read, and fixed ones for what each status means. */
import { legibleOn, textOn, WHITE } from '../../domain/legible.ts';
import type { ListingStatus } from '../../domain/listing-status.ts';
import type { Stage } from '../../domain/progress-over-time.ts';
import type { TextStyle } from '../text/typesetter.ts';

export const INK = '#111827';
export const MUTED = '#4b5563';
export const RULE = '#d1d5db';
export const SHADE = '#f3f4f6';
export const WARNING = { fill: '#fef3c7', ink: '#78350f', edge: '#d97706' };

export const STAGE_COLORS: Record<Stage, string> = {
  live: '#15803d',
  review: '#2563eb',
  preparation: '#d97706',
  ended: '#9ca3af',
};

/** Each can be read on white. */
export const STATUS_COLORS: Record<ListingStatus, string> = {
  live: '#15803d',
  submitted: '#1d4ed8',
  in_progress: '#92400e',
  action_required: '#b91c1c',
  pending: '#4b5563',
  not_accepted: '#6b7280',
  cancelled: '#6b7280',
};

export interface Palette {
  primary: string;
  /** On the primary colour. */
  onPrimary: string;
  /** The agency's colours, as dark as text on white must be. */
  heading: string;
  link: string;
}

export function createPalette({ primaryColor, accentColor }: { primaryColor: string; accentColor: string }): Palette {
  return {
    primary: primaryColor,
    onPrimary: textOn(primaryColor),
    heading: legibleOn(WHITE, primaryColor),
    link: legibleOn(WHITE, accentColor),
  };
}

export function plain(size: number, color = INK): TextStyle {
  return { size, weight: 400, color };
}

export function bold(size: number, color = INK): TextStyle {
  return { size, weight: 700, color };
}
