import { crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** A PNG of this size that is all one grey: a few kilobytes for any number of pixels. */
export function flatPng(width: number, height: number, extra: Buffer[] = []): Buffer {
  return png(width, height, deflateSync(Buffer.alloc((width + 1) * height)), extra);
}

/** A PNG that states a size and holds next to nothing. */
export function emptyPng(width: number, height: number): Buffer {
  return png(width, height, deflateSync(Buffer.alloc(1_000)));
}

/** A PNG whose colour profile or text unpacks to so many bytes. */
export function pngWithBomb(type: 'iCCP' | 'zTXt', unpackedBytes: number): Buffer {
  return flatPng(8, 8, [
    pngChunk(type, Buffer.concat([Buffer.from('bomb\0\0'), deflateSync(Buffer.alloc(unpackedBytes))])),
  ]);
}

function png(width: number, height: number, pixels: Buffer, extra: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    ...extra,
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** A JPEG whose frame header states another size than its data has. */
export async function jpegOfStatedSize(width: number, height: number): Promise<Buffer> {
  const jpeg = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(height, frame + 5);
  jpeg.writeUInt16BE(width, frame + 7);
  return jpeg;
}

/** A WebP whose canvas is of this size and holds one tiny frame. */
export async function webpOfStatedSize(width: number, height: number): Promise<Buffer> {
  const still = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .webp()
    .toBuffer();
  const canvas = Buffer.alloc(18);
  canvas.write('VP8X', 0);
  canvas.writeUInt32LE(10, 4);
  canvas.writeUIntLE(width - 1, 12, 3);
  canvas.writeUIntLE(height - 1, 15, 3);
  return riff([canvas, still.subarray(12)]);
}

/** A lossless WebP whose frame header states this size. */
export function losslessWebpOfStatedSize(width: number, height: number): Buffer {
  const frame = Buffer.alloc(40);
  frame.write('VP8L', 0);
  frame.writeUInt32LE(32, 4);
  frame[8] = 0x2f;
  frame.writeUInt32LE(width - 1 + (height - 1) * 2 ** 14, 9);
  return riff([frame]);
}

function riff(chunks: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length, 0);
  return Buffer.concat([Buffer.from('RIFF'), size, body]);
}

/** A GIF of one-pixel frames on a canvas of this size. */
export function gif(width: number, height: number, frames: number, frame = { width: 1, height: 1 }): Buffer {
  const screen = Buffer.alloc(7);
  screen.writeUInt16LE(width, 0);
  screen.writeUInt16LE(height, 2);
  screen.set([0x80, 0, 0], 4);
  const descriptor = Buffer.from([0x2c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 0x44, 0x01, 0]);
  descriptor.writeUInt16LE(frame.width, 5);
  descriptor.writeUInt16LE(frame.height, 7);
  const body = Array.from({ length: frames }, () => descriptor);
  return Buffer.concat([
    Buffer.from('GIF89a'),
    screen,
    Buffer.from([0, 0, 0, 255, 255, 255]),
    ...body,
    Buffer.from([0x3b]),
  ]);
}

export function bmp(): Buffer {
  const bytes = Buffer.alloc(58);
  bytes.write('BM');
  bytes.writeUInt32LE(58, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(1, 18);
  bytes.writeInt32LE(1, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
}

/** An icon file that holds a PNG. */
export function ico(image: Buffer): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt32LE(image.length, 14);
  header.writeUInt32LE(22, 18);
  return Buffer.concat([header, image]);
}

export const svgz = (): Buffer => gzipSync('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
