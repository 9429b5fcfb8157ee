/**
 * A process that asks one URL under the environment that it was started with, and prints what came of it: posts a webhook
 * as the service does, or (with the argument `fetch`) fetches as any program would.
 */
import { createAddressPolicy } from '../../../src/outbound/address-policy.ts';
import { createWebhookPoster } from '../../../src/outbound/webhook-post.ts';

const [how, url = '', ca = ''] = process.argv.slice(2);

if (how === 'fetch') {
  console.log(await fetch(url).then(String, String));
} else {
  const poster = createWebhookPoster({ policy: createAddressPolicy({ allow: ['127.0.0.1'] }), extraCa: [ca] });
  console.log(JSON.stringify(await poster.post({ url, headers: {}, body: '{}' })));
  await poster.close();
}
