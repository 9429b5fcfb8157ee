/** Images that a hostile or careless client may send, and what becomes of them. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { picture } from './factories.ts';
import {
  bmp,
  emptyPng,
  flatPng,
  gif,
  ico,
  jpegOfStatedSize,
  losslessWebpOfStatedSize,
  pngWithBomb,
  svgz,
  webpOfStatedSize,
} from './hostile-images.ts';

export interface ImageCase {
  what: string;
  make: () => Buffer | Promise<Buffer>;
}

export interface AcceptedCase extends ImageCase {
  width: number;
  height: number;
  /** Looks at what is stored. */
  check?: (png: Buffer) => void | Promise<void>;
}

export const MAX_BYTES = 5 * 1024 * 1024;

const SCRIPT = Buffer.from('/*<script>alert(1)</script>*/');
const RED = { r: 255, g: 0, b: 0 };
const HEIC = Buffer.from('0000001c66747970686569630000000068656963', 'hex');

const red = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: RED } });
const noise = (side = 200) => sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } });
const part = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share));
const padded = (bytes: Buffer, size: number) => Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]);

async function animated(format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = ['red', 'lime', 'blue'].map((background) =>
    sharp({ create: { width: 30, height: 20, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
}

export const TOO_LARGE: ImageCase[] = [
  { what: 'a picture of 5 MB and a byte', make: async () => padded(await picture(), MAX_BYTES + 1) },
  { what: 'a PNG of 900 megapixels in 74 bytes', make: () => emptyPng(30_000, 30_000) },
  { what: 'a whole PNG of a row more than 40 megapixels', make: () => flatPng(8_000, 5_001) },
  { what: 'a PNG of 40 megapixels in one column', make: () => flatPng(1, 40_000_000) },
  { what: 'a PNG of 40 megapixels in one row', make: () => flatPng(40_000_000, 1) },
  { what: 'a JPEG that states 4,290 megapixels', make: () => jpegOfStatedSize(65_500, 65_500) },
  { what: 'a WebP that states 268 megapixels', make: () => losslessWebpOfStatedSize(16_383, 16_383) },
  { what: 'a GIF whose frame is larger than its canvas', make: () => gif(1, 1, 1, { width: 65_535, height: 65_535 }) },
];

export const INVALID: ImageCase[] = [
  { what: 'half a PNG', make: async () => part(await noise().png().toBuffer(), 0.5) },
  { what: 'half a JPEG', make: async () => part(await noise().jpeg().toBuffer(), 0.5) },
  {
    what: 'half a progressive JPEG',
    make: async () => part(await noise().jpeg({ progressive: true }).toBuffer(), 0.5),
  },
  { what: 'half a GIF', make: async () => part(await noise().gif().toBuffer(), 0.5) },
  { what: 'half a WebP', make: async () => part(await noise().webp().toBuffer(), 0.5) },
  { what: 'half a lossless WebP', make: async () => part(await noise().webp({ lossless: true }).toBuffer(), 0.5) },
  { what: 'nine tenths of a JPEG', make: async () => part(await noise().jpeg().toBuffer(), 0.9) },
  { what: 'nine tenths of a GIF', make: async () => part(await noise().gif().toBuffer(), 0.9) },
  { what: 'a PNG without its pixels', make: () => emptyPng(6_000, 6_000) },
  { what: 'a GIF without a frame', make: () => gif(10, 10, 0) },
  { what: 'a WebP whose canvas is not its frame', make: () => webpOfStatedSize(6_000, 6_000) },
  { what: 'text', make: () => Buffer.from('hello') },
  { what: 'HTML', make: () => Buffer.from('<!doctype html><img src=x onerror=alert(1)>') },
  { what: 'an SVG', make: () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>') },
  { what: 'a compressed SVG', make: svgz },
  { what: 'a TIFF', make: () => red(9, 9).tiff().toBuffer() },
  { what: 'a BMP', make: bmp },
  { what: 'an icon with a PNG in it', make: () => ico(flatPng(8, 8)) },
  { what: 'an AVIF', make: () => red(9, 9).avif().toBuffer() },
  { what: 'a HEIC', make: () => padded(HEIC, 500) },
  { what: 'a JPEG XL', make: () => padded(Buffer.from('ff0a', 'hex'), 500) },
  { what: 'a PNM', make: () => Buffer.from('P6\n1 1\n255\nabc') },
  { what: 'a PDF that begins as a PNG', make: () => Buffer.from('\x89PNG\r\n\x1a\n%PDF-1.7', 'latin1') },
  { what: 'a ZIP that begins as a JPEG', make: () => Buffer.from('\xff\xd8\xff\xe0PK\x03\x04', 'latin1') },
];

export const ACCEPTED: AcceptedCase[] = [
  { what: 'a picture of 1 × 1', make: () => red(1, 1).png().toBuffer(), width: 1, height: 1 },
  { what: 'a picture of 5 MB exactly', make: async () => padded(await picture(), MAX_BYTES), width: 64, height: 64 },
  { what: 'a PNG of 40 megapixels, smaller', make: () => flatPng(8_000, 5_000), width: 1_024, height: 640 },
  {
    what: 'a GIF of 100,000 frames, as its first',
    make: () => gif(4, 4, 100_000),
    width: 4,
    height: 4,
  },
  { what: 'a colour profile that unpacks to a gigabyte', make: () => pngWithBomb('iCCP', 1e9), width: 8, height: 8 },
  { what: 'a text that unpacks to a gigabyte', make: () => pngWithBomb('zTXt', 1e9), width: 8, height: 8 },
  ...(['png', 'jpeg', 'gif', 'webp'] as const).map((format) => ({
    what: `a ${format} with a script behind it, without that`,
    make: async () => Buffer.concat([await picture(format, 40, 30), SCRIPT]),
    width: 40,
    height: 30,
  })),
  {
    what: 'a JPEG with HTML in its comment, without that',
    make: async () => {
      const jpeg = await picture('jpeg', 40, 30);
      const length = Buffer.from([0xff, 0xfe, 0, SCRIPT.length + 2]);
      return Buffer.concat([jpeg.subarray(0, 2), length, SCRIPT, jpeg.subarray(2)]);
    },
    width: 40,
    height: 30,
  },
  {
    what: 'a photo that was taken sideways, upright and without the place',
    make: () =>
      red(40, 20)
        .jpeg()
        .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' } })
        .withMetadata({ orientation: 6 })
        .toBuffer(),
    width: 20,
    height: 40,
  },
  {
    what: 'a picture in Display P3, with its colours in sRGB',
    make: () => red(8, 8).withIccProfile('p3').png().toBuffer(),
    width: 8,
    height: 8,
    check: isOf(RED, 3),
  },
  {
    what: 'a JPEG in CMYK, with its colours in sRGB',
    make: () => red(8, 8).toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer(),
    width: 8,
    height: 8,
    check: isOf(RED, 40),
  },
  {
    what: 'a PNG of 16 bits, as one of 8',
    make: () => red(8, 8).toColourspace('rgb16').png().toBuffer(),
    width: 8,
    height: 8,
    check: isOf(RED, 1),
  },
  ...(['gif', 'webp'] as const).map((format) => ({
    what: `an animated ${format}, as its first frame`,
    make: () => animated(format),
    width: 30,
    height: 20,
    check: isOf(RED, 10),
  })),
];

/** Nothing stored holds more than its pixels. */
export async function assertPlainPng(png: Buffer, { width, height, check }: AcceptedCase): Promise<void> {
  const metadata = await sharp(png).metadata();
  const { format, depth, pages, exif, icc, xmp, comments, orientation } = metadata;
  assert.deepEqual([format, metadata.width, metadata.height, depth], ['png', width, height, 'uchar']);
  assert.deepEqual({ pages, exif, icc, xmp, comments, orientation }, NO_METADATA);
  assert.equal(png.includes(SCRIPT), false);
  await check?.(png);
}

const NO_METADATA = {
  pages: undefined,
  exif: undefined,
  icc: undefined,
  xmp: undefined,
  comments: undefined,
  orientation: undefined,
};

/** Whether the first pixel is of this colour, by so much in each channel. */
function isOf(colour: { r: number; g: number; b: number }, tolerance: number) {
  return async (png: Buffer): Promise<void> => {
    const [r, g, b] = await sharp(png).raw().toBuffer();
    for (const error of [r! - colour.r, g! - colour.g, b! - colour.b]) assert.ok(Math.abs(error) <= tolerance);
  };
}
