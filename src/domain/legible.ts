/** Colours that stay legible whatever an agency chose. A colour is `#rrggbb`, in lower case. */
import { channels, contrast } from './contrast.ts';

const BLACK = '#000000';
export const WHITE = '#ffffff';

/** The least contrast of text with what is behind it (WCAG 2.2, 1.4.3). */
export const TEXT_CONTRAST = 4.5;

const STEPS = 100;

/** Black or white, whichever can be read better on this colour: the contrast is 4.58 at least. */
export function textOn(background: string): string {
  return contrast(WHITE, background) >= contrast(BLACK, background) ? WHITE : BLACK;
}

/** The colour itself where it can be read as text on the background, else as much darker or lighter as it takes. */
export function legibleOn(background: string, color: string): string {
  const towards = textOn(background);
  for (let step = 0; step < STEPS; step++) {
    const mixed = mix(color, towards, step / STEPS);
    if (contrast(mixed, background) >= TEXT_CONTRAST) return mixed;
  }
  return towards;
}

function mix(color: string, other: string, share: number): string {
  const others = channels(other);
  const mixed = channels(color).map((channel, index) => Math.round(channel + (others[index]! - channel) * share));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
