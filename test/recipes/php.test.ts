import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { createCertificateAuthority } from '../../dev/certificates.ts';
import { phpRecipe } from '../../src/domain/badge/recipes/php.ts';
import { listenOnLoopback } from '../outbound/support/servers.ts';
import { itRendersOrNothing } from './support/describe-recipe.ts';
import { FRAGMENTS } from './support/feed-server.ts';
import { findProgram, inFolder, output } from './support/runtime.ts';

const DAY_MS = 86_400_000;
const php = await findProgram('php');

/** Includes the recipe in a page, with every complaint of PHP shown. @param options of PHP */
function render(code: string, ...options: string[]): Promise<string> {
  return inFolder(async (folder) => {
    await writeFile(join(folder, 'listing-badges.php'), code);
    await writeFile(join(folder, 'page.php'), `<p>before</p><?php include 'listing-badges.php'; ?><p>after</p>`);
    const shown = ['-n', '-d', 'display_errors=1', '-d', 'error_reporting=-1', ...options];
    return output(php!, [...shown, join(folder, 'page.php')]);
  });
}

(php ? describe : describe.skip)(`the recipe for PHP${php ? '' : ' (skipped: there is no php here)'}`, () => {
  itRendersOrNothing('php', (code) => render(code), '<p>before</p><p>after</p>');

  it('reads the feed over TLS, from a server that proves its name alone', async () => {
    const validity = { notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + DAY_MS) };
    const authority = await createCertificateAuthority('Test authority', validity);
    const body = JSON.stringify({ badges: FRAGMENTS });
    for (const [name, isShown] of [
      ['localhost', true],
      ['other.example', false],
    ] as const) {
      const server = createServer(await authority.issue([name], validity), (_, response) => void response.end(body));
      const { port, close } = await listenOnLoopback(server);
      await inFolder(async (folder) => {
        const ca = join(folder, 'ca.pem');
        await writeFile(ca, authority.cert);
        const code = phpRecipe(`https://localhost:${port}/feeds/prj.json`).code;
        const page = await render(code, '-d', `openssl.cafile=${ca}`);
        assert.equal(page.includes(FRAGMENTS[1]!), isShown, page);
      });
      await close();
    }
  });
});
