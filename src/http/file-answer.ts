import type { Context } from 'koa';
import type { StoredFile } from '../outbound/storage/storage.ts';

/** A success that is a file and no JSON. */
export class FileAnswer {
  readonly file: StoredFile;
  readonly contentType: string;
  /** What a browser saves it as. */
  readonly name: string;

  constructor(file: StoredFile, contentType: string, name: string) {
    this.file = file;
    this.contentType = contentType;
    this.name = name;
  }
}

/** Answers with a file; one that is not read to its end is closed with the connection. */
export function sendFile(ctx: Context, { file, contentType, name }: FileAnswer): void {
  ctx.body = file.bytes;
  ctx.type = contentType;
  ctx.length = file.size;
  ctx.set('Content-Disposition', contentDisposition(name));
}

/**
 * The header that names a file to be saved: in ASCII for every client, and in its own letters (RFC 6266, RFC 8187).
 *
 * @param name without control characters
 */
export function contentDisposition(name: string): string {
  return `attachment; filename="${asciiName(name)}"; filename*=UTF-8''${percentEncode(name)}`;
}

function asciiName(name: string): string {
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  const plain = (text: string) =>
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}+/gu, '')
      .replaceAll(/[^A-Za-z0-9 ._()-]+/g, '_');
  const letters = plain(stem).replace(/^[ ._]+|[ ._]+$/g, '');
  return (letters || 'file') + plain(extension);
}

/** What RFC 8187 lets stand as it is; `encodeURIComponent` leaves a few more. */
function percentEncode(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
