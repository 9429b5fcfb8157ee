import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { exampleDocument } from './document.ts';

/** Writes the document where the linters of `npm run check` read it. */
const file = process.argv[2]!;
await mkdir(dirname(file), { recursive: true });
await writeFile(file, JSON.stringify(exampleDocument(), null, 2));
