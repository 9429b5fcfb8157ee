import { readImageFile, tooLarge } from './read-image-file.ts';
import { Refusal } from './refusal.ts';

/**
 * Reads a logo from a file of this machine and makes it what a brand stores.
 *
 * @throws Refusal when there is no such file, or when it is no image that the service takes
 */
export async function readLogo(path: string): Promise<{ png: Buffer; width: number; height: number }> {
  // The decoder is slow to load, and few commands need it.
  const { ImageError, MAX_IMAGE_BYTES, measureImage, processImage } = await import('../images/process-image.ts');
  const bytes = await readImageFile('logo', MAX_IMAGE_BYTES, path);
  try {
    const png = await processImage(bytes, 'logo');
    return { png, ...(await measureImage(png)) };
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    if (error.kind === 'image_too_large') throw tooLarge('logo', path);
    throw new Refusal(`The logo ${path} must be a whole PNG, JPEG, GIF or WebP.`);
  }
}
