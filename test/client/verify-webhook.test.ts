import assert from 'node:assert/strict';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, WebhookVerificationError } from '../../client/src/index.ts';
import { EVENT_EXAMPLES } from '../../src/resources/examples/event.ts';

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const NOW = new Date('2026-03-05T16:21:44Z');
const EVENT = { ...EVENT_EXAMPLES['listing.live'], note: 'Übersicht ☕' };
const BODY = JSON.stringify(EVENT);

/** As the reference implementation of Standard Webhooks signs. */
function headersOf(secret = SECRET, at = NOW, body = BODY): Record<string, string> {
  return {
    'webhook-id': EVENT.id,
    'webhook-timestamp': String(at.getTime() / 1_000),
    'webhook-signature': new Webhook(secret).sign(EVENT.id, at, body),
  };
}

describe('verifyWebhook', () => {
  const verify = (
    headers: Parameters<typeof verifyWebhook>[1],
    secrets: string | string[] = SECRET,
    body: string | Uint8Array = BODY,
  ) => verifyWebhook(body, headers, secrets, { now: NOW });
  const refuses = (call: Promise<unknown>) => assert.rejects(call, WebhookVerificationError);

  it('gives the event, from text or bytes, and from the headers of fetch or of Node', async () => {
    const headers = headersOf();
    assert.deepEqual(await verify(headers), EVENT);
    assert.deepEqual(await verify(new Headers(headers), SECRET, Buffer.from(BODY)), EVENT);
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
    assert.deepEqual(await verify(upper), EVENT);
  });

  it('takes one of two signatures, and one of several secrets', async () => {
    const headers = headersOf();
    const both = {
      ...headers,
      'webhook-signature': `v2,x ${headersOf(OTHER)['webhook-signature']} ${headers['webhook-signature']}`,
    };
    assert.deepEqual(await verify(both), EVENT);
    assert.deepEqual(await verify(headers, [OTHER, SECRET]), EVENT);
  });

  it('takes a timestamp up to 5 minutes off, either way', async () => {
    for (const seconds of [-300, 300]) await verify(headersOf(SECRET, new Date(NOW.getTime() + seconds * 1_000)));
    for (const seconds of [-301, 301])
      await refuses(verify(headersOf(SECRET, new Date(NOW.getTime() + seconds * 1_000))));
  });

  it('refuses another secret, body, id or time, and what is no signature', async () => {
    await refuses(verify(headersOf(OTHER)));
    await refuses(verify(headersOf(), SECRET, `${BODY} `));
    await refuses(verify({ ...headersOf(), 'webhook-id': 'evt_other' }));
    await refuses(verify({ ...headersOf(), 'webhook-timestamp': String(NOW.getTime() / 1_000 + 1) }));
    for (const signature of ['', 'v1,', 'v1', 'v1,!!', headersOf()['webhook-signature']!.replace('v1', 'v2')]) {
      await refuses(verify({ ...headersOf(), 'webhook-signature': signature }));
    }
    for (const name of Object.keys(headersOf())) await refuses(verify({ ...headersOf(), [name]: undefined }));
  });

  it('says that a secret is none, whatever the delivery is', async () => {
    await assert.rejects(verify(headersOf(), 'secret'), TypeError);
  });
});
