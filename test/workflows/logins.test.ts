import assert from 'node:assert/strict';
import { contentOf } from '../../src/domain/mail/mail-content.ts';
import { storeEmail } from '../../src/services/logins/store-email.ts';
import { descriptionOf, startDirectoryWorld, type DirectoryWorld } from '../support/directory-world.ts';
import { expectStatus } from '../support/factories.ts';

const submitOf = (url: string, fields: Record<string, string>) => ({
  submit: { ...(descriptionOf(url).submit as object), fields },
});

describe('a listing with a login', () => {
  let world: DirectoryWorld;

  before(async () => {
    world = await startDirectoryWorld({ MAIL_DOMAIN: 'mail.service.example' });
  });
  after(() => world.close());

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

  it('shows its operator that mail came, and neither code nor link', async () => {
    await world.describeDirectory(submitOf(world.server.url, { mail: '{{login.email}}' }));
    const { listing } = await world.launch();
    await world.reached(listing, 'submitted');
    const content = contentOf({
      from: 'Dir <no-reply@directory.example>',
      subject: '482913 is your *code*',
      text: 'Your code: 482913 or https://directory.example/confirm/abc',
      html: '',
    });
    await storeEmail(world.stack.service, listing, { content, digest: Buffer.from('1'), sizeBytes: 1 });
    const details = await world.says(
      listing,
      /Mail came at \d{4}-.*Z: "••• is your \\\*code\\\*"\. It holds a link and a code/,
    );
    assert.match(details, /Waits for the directory's answer/);
    assert.doesNotMatch(details, /482913|confirm\/abc/);
  });
});

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
