import sharp from 'sharp';
import { createGate } from './gate.ts';

/** Loaders are blocked but for the formats that the specification names: bytes decide, never a name or a header. */
const FORMATS = ['png', 'jpeg', 'gif', 'webp'] as const;
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadWebpBuffer',
  ],
});
sharp.concurrency(1);
sharp.cache(false);

export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
const MAX_PIXELS = 40_000_000;
/** As many as a JPEG can have: a PNG of 1 × 40,000,000 takes seconds, and one of 40,000,000 × 1 half a gigabyte. */
const MAX_SIDE_PIXELS = 65_535;
const TIMEOUT_SECONDS = 10;

/** The costliest image of 40 megapixels, an interlaced PNG of 16 bits, takes 400 MB while it is decoded. */
const atMostTwo = createGate(2);

/** The largest side that directories make use of, in pixels. */
const MAX_SIDE = { logo: 1_024, screenshot: 2_560 } as const;

/** Why bytes were refused: none of the formats or broken, or above 5 MB, 40 megapixels or 65,535 pixels a side. */
export class ImageError extends Error {
  override readonly name = 'ImageError';
  readonly kind: 'image_invalid' | 'image_too_large';

  constructor(kind: ImageError['kind']) {
    super(kind);
    this.kind = kind;
  }
}

/**
 * Decodes an image and encodes it anew as PNG, upright, without metadata, no larger than directories use.
 *
 * @throws ImageError
 */
export async function processImage(bytes: Buffer, kind: 'logo' | 'screenshot'): Promise<Buffer> {
  await measureImage(bytes);
  try {
    return await atMostTwo(() =>
      sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
        .autoOrient()
        .resize({ width: MAX_SIDE[kind], height: MAX_SIDE[kind], fit: 'inside', withoutEnlargement: true })
        .png({ compressionLevel: 8 })
        .timeout({ seconds: TIMEOUT_SECONDS })
        .toBuffer(),
    );
  } catch {
    throw new ImageError('image_invalid');
  }
}

/**
 * The size in pixels that an image's first bytes state.
 *
 * @throws ImageError
 */
export async function measureImage(bytes: Buffer): Promise<{ width: number; height: number }> {
  if (bytes.length === 0) throw new ImageError('image_invalid');
  if (bytes.length > MAX_IMAGE_BYTES) throw new ImageError('image_too_large');
  const metadata = await sharp(bytes, { limitInputPixels: false, failOn: 'none' })
    .metadata()
    .catch(() => null);
  if (!metadata || !(FORMATS as readonly string[]).includes(metadata.format)) throw new ImageError('image_invalid');
  const { width, height } = metadata;
  if (width * height > MAX_PIXELS || Math.max(width, height) > MAX_SIDE_PIXELS) throw new ImageError('image_too_large');
  return { width, height };
}
