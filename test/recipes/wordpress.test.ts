import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { itRendersOrNothing } from './support/describe-recipe.ts';
import { startFeedServer } from './support/feed-server.ts';
import { findProgram, inFolder, output } from './support/runtime.ts';

const php = await findPhpWithCurl();
const missing = php ? '' : ' (skipped: there is no php with curl here)';
const OPTIONS = ['-n', '-d', 'extension=curl', '-d', 'display_errors=1', '-d', 'error_reporting=-1'];

/** The functions of WordPress that a plugin of this kind uses, over curl as WordPress has them. */
const WORDPRESS = `<?php
define('ABSPATH', '/');
$transients = [];
$actions = [];
class WP_Error {}
function is_wp_error($value) { return $value instanceof WP_Error; }
function wp_remote_get($url, $args) {
    $curl = curl_init($url);
    curl_setopt_array($curl, [
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_FOLLOWLOCATION => $args['redirection'] > 0,
        CURLOPT_TIMEOUT_MS => $args['timeout'] * 1000,
        CURLOPT_CONNECTTIMEOUT_MS => $args['timeout'] * 1000,
    ]);
    $body = curl_exec($curl);
    if ($body === false) return new WP_Error();
    return ['code' => curl_getinfo($curl, CURLINFO_RESPONSE_CODE), 'body' => $body];
}
function wp_remote_retrieve_response_code($response) { return $response['code']; }
function wp_remote_retrieve_body($response) { return $response['body']; }
function get_transient($name) { global $transients; return $transients[$name] ?? false; }
function set_transient($name, $value, $seconds) { global $transients; $transients[$name] = $value; }
function add_shortcode($name, $callback) { global $actions; $actions[$name] = $callback; }
function add_action($name, $callback) { global $actions; $actions[$name] = $callback; }
require __DIR__ . '/listing-badges.php';
`;

/** Loads the plugin and does this with it, with every complaint of PHP shown. */
function withPlugin(code: string, page: string): Promise<string> {
  return inFolder(async (folder) => {
    await writeFile(join(folder, 'listing-badges.php'), code);
    await writeFile(join(folder, 'page.php'), `${WORDPRESS}${page}`);
    await output(php!, ['-n', '-l', join(folder, 'listing-badges.php')]);
    return output(php!, [...OPTIONS, join(folder, 'page.php')]);
  });
}

async function findPhpWithCurl(): Promise<string | null> {
  const found = await findProgram('php');
  const modules = found ? await output(found, ['-n', '-d', 'extension=curl', '-m']).catch(() => '') : '';
  return /^curl$/m.test(modules) ? found : null;
}

(php ? describe : describe.skip)(`the recipe for WordPress${missing}`, () => {
  itRendersOrNothing('wordpress', (code) => withPlugin(code, `$actions['wp_footer']();`));

  it('asks the feed once for many views, whether or not it answers', async () => {
    const feed = await startFeedServer();
    const views = `for ($view = 0; $view < 5; $view++) $actions['wp_footer'](); echo $actions['listing_badges']();`;
    const page = await withPlugin(feed.recipe('wordpress'), views);
    assert.equal(page.match(/data-badge-feed/g)?.length, 12);
    assert.equal(feed.requests(), 1);
    feed.answerWith((response) => void response.writeHead(500).end());
    assert.equal(await withPlugin(feed.recipe('wordpress'), views), '');
    assert.equal(feed.requests(), 2);
    await feed.close();
  });
});
