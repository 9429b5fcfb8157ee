import sharp from 'sharp';

/** As many pixels as a printed page shows of a logo. */
const MAX = { width: 600, height: 176 };

/** An account's logo in the size that reports use. @param png as `processImage` made it */
export async function shrinkLogo(png: Buffer): Promise<{ png: Buffer; width: number; height: number }> {
  const { data, info } = await sharp(png)
    .resize({ ...MAX, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
}
