import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** The script that draws the reference, under a name that changes with it. */
export interface ReferenceBundle {
  /** Such as `reference-0123456789abcdef.js`. */
  name: string;
  bytes: Buffer;
  /** Compressed once, when it is first asked for. */
  gzipped(): Promise<Buffer>;
}

/** The one thing that Redoc would load from another host: the picture in its credit, which stays without it. */
const OUTSIDE_LOGO = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g;
const NO_PICTURE = 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E';

export function readReferenceBundle(): ReferenceBundle {
  const script = readFileSync(new URL(import.meta.resolve('redoc/bundles/redoc.standalone.js')), 'utf8');
  const bytes = Buffer.from(script.replaceAll(OUTSIDE_LOGO, NO_PICTURE));
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  let compressed: Promise<Buffer> | undefined;
  return {
    name: `reference-${digest}.js`,
    bytes,
    gzipped: () => (compressed ??= promisify(gzip)(bytes, { level: 9 })),
  };
}
