import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A setting of Node for the commands that tests run: compiling them anew each time would be a third of their time. */
export const compileCache = { NODE_COMPILE_CACHE: join(tmpdir(), 'listing-compiled-commands') };
