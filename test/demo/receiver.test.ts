import assert from 'node:assert/strict';
import { createWebhookPoster } from '../../src/outbound/webhook-post.ts';
import { createAddressPolicy } from '../../src/outbound/address-policy.ts';
import { createCertificateAuthority } from '../../dev/certificates.ts';
import { newWebhookSecret, signedHeaders } from '../../src/crypto/webhook-signature.ts';
import { createInbox } from '../../src/demo/inbox.ts';
import { RECEIVER_HOST, startReceiver, type Receiver } from '../../src/demo/receiver.ts';

const HOUR_MS = 3_600_000;
const body = JSON.stringify({ id: 'evt_a', type: 'project.completed', project: 'prj_a', data: {} });

describe('receiver of webhooks', () => {
  const secret = newWebhookSecret();
  let receiver: Receiver;
  let poster: ReturnType<typeof createWebhookPoster>;

  beforeEach(async () => {
    const now = Date.now();
    const validity = { notBefore: new Date(now - HOUR_MS), notAfter: new Date(now + HOUR_MS) };
    const authority = await createCertificateAuthority('Test authority', validity);
    receiver = await startReceiver(await authority.issue([RECEIVER_HOST], validity));
    const policy = createAddressPolicy({ allow: ['127.0.0.0/8', RECEIVER_HOST] });
    poster = createWebhookPoster({ policy, extraCa: [authority.cert] });
  });
  afterEach(async () => {
    await poster.close();
    await receiver.close();
  });

  it('answers 503 while it does not know the secret', async () => {
    assert.equal(await post(receiver.url, secret), 503);
  });

  it('answers 204 to what is signed and 401 to what is not', async () => {
    const inbox = createInbox(secret, () => undefined);
    receiver.deliverTo(inbox);
    assert.equal(await post(receiver.url, secret), 204);
    assert.equal(await post(receiver.url, newWebhookSecret()), 401);
    assert.deepEqual(inbox.tally, { received: 2, verified: 1, duplicates: 0, rejected: 1 });
  });

  it('does not count what is sent to another path', async () => {
    const inbox = createInbox(secret, () => undefined);
    receiver.deliverTo(inbox);
    assert.equal(await post(new URL('/webhooks/earlier', receiver.url).href, secret), 404);
    assert.equal(inbox.tally.received, 0);
  });

  async function post(url: string, signingSecret: string): Promise<number | null> {
    const headers = signedHeaders([signingSecret], 'evt_a', new Date(), body);
    const outcome = await poster.post({ url, headers, body });
    return outcome.httpStatus;
  }
});
