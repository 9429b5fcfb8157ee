import { readFile, stat } from 'node:fs/promises';
import { Refusal } from './refusal.ts';

/**
 * Reads a logo from a file of this machine and makes it what a brand stores.
 *
 * @throws Refusal when there is no such file, or when it is no image that the service takes
 */
export async function readLogo(path: string): Promise<{ png: Buffer; width: number; height: number }> {
  // The decoder is slow to load, and few commands need it.
  const { ImageError, MAX_IMAGE_BYTES, measureImage, processImage } = await import('../images/process-image.ts');
  const bytes = await readUpTo(MAX_IMAGE_BYTES, path);
  try {
    const png = await processImage(bytes, 'logo');
    return { png, ...(await measureImage(png)) };
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    if (error.kind === 'image_too_large') throw tooLarge(path);
    throw new Refusal(`The logo ${path} must be a whole PNG, JPEG, GIF or WebP.`);
  }
}

async function readUpTo(maxBytes: number, path: string): Promise<Buffer> {
  const file = await stat(path).catch(() => null);
  if (file && file.size > maxBytes) throw tooLarge(path);
  const bytes = file?.isFile() && (await readFile(path).catch(() => null));
  if (!bytes) throw new Refusal(`The logo ${path} must be a file that can be read here.`);
  return bytes;
}

function tooLarge(path: string): Refusal {
  return new Refusal(`The logo ${path} must have at most 5 MB and 40 megapixels.`);
}
