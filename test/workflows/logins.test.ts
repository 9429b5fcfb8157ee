import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { workflowIds } from '../../src/domain/workflow-ids.ts';
import { contentOf } from '../../src/domain/mail/mail-content.ts';
import { storeEmail } from '../../src/services/logins/store-email.ts';
import { descriptionOf, startDirectoryWorld, type DirectoryWorld } from '../support/directory-world.ts';
import { eventually } from '../support/eventually.ts';
import { expectStatus } from '../support/factories.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';

/** Each is a code or as good as one. */
const SUBJECTS = [
  '739201 is your code',
  'XK7P2Q is your code',
  'QWHZTRPL is your code',
  'Your code: A1B-2C3',
  'Your login code: 30.41.92',
  'رمز التحقق ٧٣٩٢٠١',
  '７３９２０１ が確認コードです',
  'Confirm at https://directory.example/confirm/abc',
];

const submitOf = (url: string, fields: Record<string, string>) => ({
  submit: { ...(descriptionOf(url).submit as object), fields },
});

describe('a listing with a login', () => {
  let world: DirectoryWorld;
  let receiver: Receiver;

  before(async () => {
    receiver = await startReceiver();
    world = await startDirectoryWorld({ ...receiver.settings, MAIL_DOMAIN: 'mail.service.example' });
  });
  after(async () => {
    await world.close();
    await receiver.close();
  });

  const loginsOf = async (project: string) =>
    expectStatus(await world.stack.call('GET', `/projects/${project}/logins`, { key: world.key }), 200).body.data;

  it('is submitted with it where the description names it, and by no other', async () => {
    await world.describeDirectory(
      submitOf(world.server.url, {
        site: '{{project.url}}',
        mail: '{{login.email}}',
        user: '{{ login.username }}',
        note: 'As {{login.username}} with {{login.password}}',
      }),
    );
    const { project, listing } = await world.launch();
    await world.reached(listing, 'submitted');
    const [login] = await loginsOf(project);
    const { site: _, ...sent } = JSON.parse(world.server.received.at(-1)!.body) as Record<string, string>;
    assert.deepEqual(sent, {
      mail: login.email,
      user: login.username,
      note: `As ${login.username} with ${login.password}`,
    });

    await world.describeDirectory();
    const other = await world.launch();
    await world.reached(other.listing, 'submitted');
    assert.deepEqual(await loginsOf(other.project), []);
  });

  it('shows its operator when mail came, and whether it holds a code or a link', async () => {
    await world.describeDirectory(submitOf(world.server.url, { mail: '{{login.email}}' }));
    const { listing } = await world.launch();
    await world.reached(listing, 'submitted');
    await receive(listing, { subject: 'Welcome', text: 'Your code: 482913 or https://directory.example/confirm/abc' });
    const details = await world.says(listing, /Mail came at \d{4}-.*Z\. It holds a link and a code; `npm run admin/);
    assert.match(details, /Waits for the directory's answer/);
    await receive(listing, { subject: 'Welcome', text: 'Thank you.' });
    await world.says(listing, /Mail came at \d{4}-.*Z\. No link or code was found in it/);
  });

  it('has nothing of the login or of its mail in histories, details and webhooks', async () => {
    const json = { url: receiver.url };
    expectStatus(await world.stack.call('POST', '/webhook_endpoints', { key: world.key, json }), 201);
    await world.describeDirectory(
      submitOf(world.server.url, { mail: '{{login.email}}', user: '{{login.username}}', pass: '{{login.password}}' }),
    );
    world.server.answerWith(({ body }) => ({ status: 201, headers: { location: `/?${body}` }, body }));
    const { project, listing } = await world.launch();
    await world.reached(listing, 'submitted');
    const [{ email, username, password }] = await loginsOf(project);
    const mailbox = email.split('@')[0] as string;
    const secrets = [mailbox, username, password, 'Dir Ectory', 'purple-elephants', ...SUBJECTS];
    for (const subject of [...SUBJECTS, mailbox, `Verify ${email}`, username, password]) {
      const at = await receive(listing, { subject, text: `purple-elephants ${subject}` });
      const details = await world.says(listing, new RegExp(`Mail came at ${at}`));
      assert.deepEqual(foundIn(details, secrets), [], subject);
    }
    const report = await world.stack.call('POST', `/projects/${project}/reports`, {
      key: world.key,
      json: { format: 'xlsx', include_logins: true },
    });
    const { id } = expectStatus(report, 201).body as { id: string };
    await eventually('the webhooks', () => {
      const types = receiver.received.map(({ event }) => event.type);
      return types.includes('report.ready') && types.includes('listing.submitted');
    });
    for (const { body, headers } of receiver.received) {
      assert.deepEqual(foundIn(body + JSON.stringify(headers), secrets), [], body);
    }
    for (const workflow of [workflowIds.listing(listing), workflowIds.report(id), workflowIds.launch(project)]) {
      const text = await historyText(workflow);
      assert.match(text, workflow.startsWith('listing/') ? /"hasCode":true/ : /prj_|rep_/);
      assert.deepEqual(foundIn(text, secrets), [], workflow);
    }
  });

  /** @returns when it came, as the details say it */
  const receive = async (listing: string, mail: { subject: string; text: string }): Promise<string> => {
    const { clock, service } = world.stack;
    clock.advance(1_000);
    const content = contentOf({ from: 'Dir Ectory <no-reply@directory.example>', html: '', ...mail });
    const digest = createHash('sha256').update(JSON.stringify(mail)).digest();
    assert.equal(await storeEmail(service, listing, { content, digest, sizeBytes: 1 }), 'stored');
    const { rows } = await service.db.pool.query<{ at: Date }>(
      'select received_at as at from email where listing_id = $1 order by id desc limit 1',
      [listing],
    );
    return `${rows[0]!.at.toISOString().slice(0, 19)}Z`;
  };

  /** All of a workflow's history, its payloads decoded. */
  const historyText = async (workflowId: string): Promise<string> => {
    const history = await world.env.client.workflow.getHandle(workflowId).fetchHistory();
    return textsIn(history).join('\n');
  };
});

const foundIn = (text: string, secrets: string[]) => secrets.filter((secret) => text.includes(secret));

/** Every text in a message of protobuf, and its bytes as text. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value instanceof Uint8Array) return [Buffer.from(value).toString()];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

describe('a listing whose description names a login, where no mail comes in', () => {
  it('is parked and says why', async () => {
    const world = await startDirectoryWorld();
    try {
      await world.describeDirectory(submitOf(world.server.url, { mail: '{{login.email}}' }));
      const { listing } = await world.launch();
      await world.says(listing, /Stuck[\s\S]*MAIL_DOMAIN is not set/);
      assert.deepEqual(world.server.received, []);
    } finally {
      await world.close();
    }
  });
});
