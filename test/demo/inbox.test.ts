import assert from 'node:assert/strict';
import { newWebhookSecret, signedHeaders } from '../../src/crypto/webhook-signature.ts';
import { createInbox } from '../../src/demo/inbox.ts';
import type { WebhookEvent } from '../../src/demo/webhook-event.ts';

const secret = newWebhookSecret();
const body = eventBody('evt_a');

describe('inbox of webhooks', () => {
  it('accepts an event that the service signed', () => {
    const { inbox, events } = newInbox();
    assert.equal(inbox.take(headersOf(), body), 'accepted');
    assert.deepEqual(
      events.map((event) => event.id),
      ['evt_a'],
    );
    assert.equal(inbox.has('evt_a'), true);
    assert.deepEqual(inbox.tally, { received: 1, verified: 1, duplicates: 0, rejected: 0 });
  });

  it('handles an event once however often it arrives', () => {
    const { inbox, events } = newInbox();
    inbox.take(headersOf(), body);
    assert.equal(inbox.take(headersOf(), body), 'duplicate');
    assert.equal(events.length, 1);
    assert.deepEqual(inbox.tally, { received: 2, verified: 2, duplicates: 1, rejected: 0 });
  });

  const untrusted: [string, Record<string, string>, Buffer][] = [
    ['another secret', signedHeaders([newWebhookSecret()], 'evt_a', new Date(), body.toString()), body],
    ['a body that was changed', headersOf(), Buffer.concat([body, Buffer.from(' ')])],
    ['a signature of six minutes ago', headersOf({ signedAt: new Date(Date.now() - 6 * 60_000) }), body],
    ['no signature', { 'webhook-id': 'evt_a' }, body],
    ['the id of another event', headersOf({ id: 'evt_b' }), body],
  ];
  for (const [what, headers, bytes] of untrusted) {
    it(`rejects a webhook with ${what}`, () => {
      const { inbox, events } = newInbox();
      assert.equal(inbox.take(headers, bytes), 'rejected');
      assert.equal(events.length, 0);
      assert.equal(inbox.has('evt_a'), false);
      assert.deepEqual(inbox.tally, { received: 1, verified: 0, duplicates: 0, rejected: 1 });
    });
  }
});

function newInbox() {
  const events: WebhookEvent[] = [];
  return { events, inbox: createInbox(secret, (event) => events.push(event)) };
}

function headersOf({ id = 'evt_a', signedAt = new Date() } = {}): Record<string, string> {
  return signedHeaders([secret], id, signedAt, body.toString());
}

function eventBody(id: string): Buffer {
  return Buffer.from(JSON.stringify({ id, type: 'project.completed', project: 'prj_a', data: {} }));
}
