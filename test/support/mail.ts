/** The mail of a test's folder, read as a mail program reads it. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface ReadMail {
  file: string;
  /** By name in lower case, unfolded. */
  headers: Map<string, string>;
  text: string;
}

/** Every mail of the folder, by the names of their files. */
export async function readMails(folder: string): Promise<ReadMail[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.eml')).toSorted();
  return Promise.all(files.map(async (file) => ({ file, ...parseMail(await readFile(join(folder, file), 'utf8')) })));
}

/** Reads one message of plain text. */
export function parseMail(source: string): Omit<ReadMail, 'file'> {
  const end = source.indexOf('\r\n\r\n');
  const lines = source
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { headers, text: decodeBody(source.slice(end + 4), headers.get('content-transfer-encoding')) };
}

function decodeBody(body: string, encoding: string | undefined): string {
  const unix = body.replaceAll('\r\n', '\n');
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return unix;
  const bytes = unix
    .replaceAll(/=\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
