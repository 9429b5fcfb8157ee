import { readFile, stat } from 'node:fs/promises';
import { Refusal } from './refusal.ts';

/**
 * Reads an image's bytes from a file of this machine.
 *
 * @param what the image is, for messages
 * @throws Refusal when there is no such file, or when it is too large
 */
export async function readImageFile(what: string, maxBytes: number, path: string): Promise<Buffer> {
  const file = await stat(path).catch(() => null);
  if (file && file.size > maxBytes) throw tooLarge(what, path);
  const bytes = file?.isFile() && (await readFile(path).catch(() => null));
  if (!bytes) throw new Refusal(`The ${what} ${path} must be a file that can be read here.`);
  return bytes;
}

export function tooLarge(what: string, path: string): Refusal {
  return new Refusal(`The ${what} ${path} must have at most 5 MB and 40 megapixels.`);
}
