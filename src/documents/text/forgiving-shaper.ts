/** fontkit throws at a mark for which a font names no place, such as one letter's mark on another script's letter. */
import type { Font } from 'fontkit';

interface Positioner {
  applyLookup(this: Positioner, type: number, table: unknown): boolean;
}

interface Shaped {
  _layoutEngine: { engine: { GPOSProcessor: Positioner | null } | null };
}

const forgiving = new WeakSet<Positioner>();

/** Has such a mark stay where it is, in this font and in all others that fontkit opens. */
export function forgiveMissingAnchors(font: Font): void {
  const positioner = (font as unknown as Shaped)._layoutEngine.engine?.GPOSProcessor;
  if (!positioner) return;
  const prototype = Object.getPrototypeOf(positioner) as Positioner;
  if (forgiving.has(prototype)) return;
  forgiving.add(prototype);
  // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called with the positioner as `this`
  const { applyLookup } = prototype;
  prototype.applyLookup = function (type, table) {
    try {
      return applyLookup.call(this, type, table);
    } catch (error) {
      if (error instanceof TypeError) return false;
      throw error;
    }
  };
}
