import assert from 'node:assert/strict';
import { Client, Connection } from '@temporalio/client';
import type { TemporalServer } from '../../dev/temporal-server.ts';
import { eventually } from '../support/eventually.ts';
import { expectStatus, picture, projectBody } from '../support/factories.ts';
import { startSite, type Site } from '../support/site.ts';
import { startDevServer, startTestStack, type TestStack } from '../support/temporal.ts';

const page = (title: string, tagline: string) => `<!doctype html>
  <title>${title} – ${tagline}</title><meta name="description" content="${title} does what its makers promise.">`;

describe('the intake of a project', () => {
  let server: TemporalServer;
  let stack: TestStack;
  let connection: Connection;
  let client: Client;
  let site: Site;
  let key: string;

  before(async () => {
    server = await startDevServer();
    connection = await Connection.connect({ address: server.address });
    client = new Client({ connection });
    site = await startSite();
    stack = await startTestStack(server.address);
    key = (await stack.newAgency()).keys.test.full;
  });
  after(async () => {
    site.release();
    await stack.close();
    await site.close();
    await connection.close();
    await server.stop();
  });

  const create = async (fields: Record<string, unknown>) =>
    expectStatus(await stack.call('POST', '/projects', { key, json: { ...projectBody(), ...fields } }), 201).body;
  const patch = async (id: string, json: unknown) =>
    expectStatus(await stack.call('PATCH', `/projects/${id}`, { key, json }), 200).body;
  const read = async (id: string) => expectStatus(await stack.call('GET', `/projects/${id}`, { key }), 200).body;
  const whenRead = (id: string) =>
    eventually(
      'the autofill to end',
      async () => {
        const project = await read(id);
        return project.autofill.status === 'running' ? null : project;
      },
      70_000,
    );

  it('fills what no one has typed', async () => {
    const url = site.serve('/typed', page('Acme', 'Invoices for teams'));
    const { id } = await create({ url, short_description: 'Typed' });
    const project = await whenRead(id as string);
    assert.equal(project.autofill.status, 'complete');
    assert.deepEqual(project.autofill.filled, ['name', 'tagline']);
    assert.deepEqual(
      [project.name, project.tagline, project.short_description],
      ['Acme', 'Invoices for teams', 'Typed'],
    );
  });

  it('reads a new address of a draft, for what no one has typed', async () => {
    const { id } = await create({ url: site.serve('/old', page('Old', 'Once upon a time')) });
    assert.equal((await whenRead(id as string)).name, 'Old');
    await patch(id as string, { short_description: 'Typed' });
    const moved = await patch(id as string, { url: site.serve('/new', page('Newer', 'Happily ever after')) });
    assert.deepEqual([moved.autofill.status, moved.tagline], ['running', null]);
    const project = await whenRead(id as string);
    assert.deepEqual(
      [project.name, project.tagline, project.short_description, project.autofill.filled],
      ['Newer', 'Happily ever after', 'Typed', ['name', 'tagline']],
    );
  });

  it('drops what it read of an address that changed meanwhile', async () => {
    const { id } = await create({ url: site.hold('/slow', page('Slow', 'Read too late')) });
    await site.reached('/slow');
    await patch(id as string, { url: site.serve('/quick', page('Quick', 'Read in time')) });
    site.release();
    const project = await whenRead(id as string);
    assert.deepEqual([project.name, project.autofill.status], ['Quick', 'complete']);
  });

  it('ends quietly when its project is deleted', async () => {
    const { id } = await create({ url: site.hold('/gone', page('Gone', 'Deleted while it was read')) });
    await site.reached('/gone');
    expectStatus(await stack.call('DELETE', `/projects/${id}`, { key }), 200);
    site.release();
    await eventually('the workflow to end', async () => {
      const { status } = await client.workflow.getHandle(`intake/${id}`).describe();
      return status.name === 'COMPLETED';
    });
  });

  it('ends within 60 seconds, whatever of a site never answers, with what did', async () => {
    const silent = await create({ url: site.hold('/silent', '') });
    const image = site.hold('/silent.png', '');
    const partly = page('Partly', 'Answers in part').replace(
      '<title>',
      `<meta property="og:image" content="${image}"><title>`,
    );
    const half = await create({ url: site.serve('/half', partly) });
    const ended = async ({ id, created_at }: { id: string; created_at: string }) => {
      const project = await whenRead(id);
      assert.ok(Date.parse(project.updated_at as string) - Date.parse(created_at) < 60_000);
      return project;
    };
    const [failed, complete] = await Promise.all([ended(silent), ended(half)]);
    assert.deepEqual([failed.autofill.status, failed.autofill.filled], ['failed', []]);
    assert.deepEqual(
      [complete.autofill.status, complete.name, complete.autofill.image_candidates],
      ['complete', 'Partly', []],
    );
  });

  it('imports the images of create in their order, and shows which failed', async () => {
    const images = {
      logo_url: site.serve('/logo.png', await picture('png', 30, 20)),
      screenshot_urls: [
        site.serve('/1.png', await picture('webp', 50, 40)),
        site.serve('/2.png', 'no picture'),
        `${site.url}/nothing-there.png`,
      ],
    };
    const { id } = await create({ url: site.serve('/images', page('Pictures', 'Of many things')), ...images });
    const project = await eventually(
      'the imports',
      async () => {
        const found = await read(id as string);
        const all = [found.logo, ...found.screenshots] as { status: string }[];
        return all.some(({ status }) => status === 'importing') ? null : found;
      },
      15_000,
    );
    assert.equal(project.logo.status, 'ready');
    assert.equal((await fetch(project.logo.url as string)).status, 200);
    const screenshots = project.screenshots as { status: string; error: string | null }[];
    assert.deepEqual(
      screenshots.map(({ status, error }) => [status, error]),
      [
        ['ready', null],
        ['failed', 'image_invalid'],
        ['failed', 'image_unreachable'],
      ],
    );
  });
});
