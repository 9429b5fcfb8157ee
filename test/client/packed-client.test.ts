import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { picture } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { installClient, type Consumer } from './support/packed-client.ts';

const PRELUDE = `import { ApiError, createClient, followEvents, listAll, unwrap, verifyWebhook } from 'directory-listing-client';
import type { ErrorCode, Event, EventOf, Listing, Project } from 'directory-listing-client';
const client = createClient({ baseUrl: 'https://listings.example/v1', apiKey: 'svc_test_x' });
`;

/** Programs that the compiler must take, by what they show. */
const RIGHT: Record<string, string> = {
  'a body, the data of its answer and the code of its error': `
    const { data, error } = await client.POST('/projects', { body: { url: 'https://acme-tools.io', category: 'saas' } });
    const status: Project['status'] | undefined = data?.status;
    const code: ErrorCode | undefined = error?.error.code;
    console.log(status, code);`,
  'the ids of a path, a choice of directories and a file': `
    const params = { path: { project_id: 'prj_1' } };
    await client.POST('/projects/{project_id}/launch', { params, body: { directories: { include: ['dir_1'] } } });
    await client.PUT('/projects/{project_id}/logo', { params, body: { file: new Blob([]) } });`,
  'the items of a list': `
    for await (const listing of listAll(client, '/projects/{project_id}/listings', {
      params: { path: { project_id: 'prj_1' }, query: { status: 'live' } },
    })) {
      const one: Listing = listing;
      console.log(one.live_url);
    }`,
  'an event by its type': `
    const event = await verifyWebhook('{}', new Headers(), ['whsec_YQ==']);
    if (event.type === 'listing.live') {
      const live: EventOf<'listing.live'> = event;
      console.log(event.data.object.live_url, live.data.previous_status);
    }
    if (event.type === 'project.launched') console.log(event.data.listings_created.toFixed());
    for await (const { events } of followEvents(client)) { const all: Event[] = events; console.log(all.length); break; }`,
};

/** Programs that it must refuse. */
const WRONG: Record<string, string> = {
  'a path that is none': `await client.GET('/project');`,
  'a body without what is required': `await client.POST('/projects', { body: { name: 'A' } });`,
  'a filter of another list': `await client.GET('/projects', { params: { query: { status: 'live' } } });`,
  'a list that is none': `listAll(client, '/account');`,
  'a listing where a report is': `
    const event = await verifyWebhook('{}', {}, 'whsec_YQ==');
    if (event.type === 'report.ready') console.log(event.data.object.live_url);`,
  'a code that is none': `const { error } = await client.GET('/ping'); if (error?.error.code === 'teapot') console.log(1);`,
};

const COURSE = `
import { ApiError, createClient, listAll, unwrap } from 'directory-listing-client';
const client = createClient({ baseUrl: process.env.BASE, apiKey: process.env.KEY });
const project = await unwrap(client.POST('/projects', { body: { url: 'https://consumer.com' } }));
const params = { path: { project_id: project.id } };
const png = Buffer.from(process.env.PNG, 'base64');
const withLogo = await unwrap(client.PUT('/projects/{project_id}/logo', { params, body: { file: new Blob([png]) } }));
const failure = await unwrap(client.POST('/projects/{project_id}/launch', { params })).catch((error) => error);
const names = [];
for await (const one of listAll(client, '/projects', { params: { query: { limit: 1 } } })) names.push(one.name);
console.log(JSON.stringify({
  logo: withLogo.logo.status, isApiError: failure instanceof ApiError, code: failure.code, missing: failure.errors, names,
}));
`;

describe('the packed client', function () {
  this.timeout(120_000);
  let consumer: Consumer;

  before(async () => {
    consumer = await installClient();
  });
  after(() => consumer.remove());

  it('brings plain JavaScript with declarations, and one dependency', async () => {
    const folder = join(consumer.folder, 'node_modules/directory-listing-client');
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<string, object>;
    assert.deepEqual(Object.keys(manifest.dependencies!), ['openapi-fetch']);
    assert.match(await readFile(join(folder, 'dist/create-client.js'), 'utf8'), /from ['\"]\.\/keyed-paths\.js['\"]/);
  });

  it('has types that take what the API takes, and refuse what it refuses', async () => {
    const right = Object.values(RIGHT).map((statements) => `{${statements}}`);
    const wrong = Object.entries(WRONG).map(
      ([name, statements]) => `// @ts-expect-error ${name}\n{${statements.replaceAll('\n', ' ')}}`,
    );
    const program = [PRELUDE, ...right, ...wrong, 'export { ApiError, unwrap };'];
    assert.equal(await consumer.check(program.join('\n')), '');
  });

  describe('in a program', () => {
    let api: TestService;
    before(async () => {
      api = await startTestService();
    });
    after(() => api.close());

    it('makes a project, uploads a file, tells an error by its code and walks a list', async () => {
      const { keys } = await api.newAgency();
      for (const name of ['one', 'two']) {
        await api.call('POST', '/projects', {
          key: keys.test.full,
          json: { url: `https://${name}.example.com`, name },
        });
      }
      const printed = await consumer.run(COURSE, {
        BASE: `${api.config.publicUrl}/v1`,
        KEY: keys.test.full,
        PNG: (await picture()).toString('base64'),
      });
      assert.deepEqual(JSON.parse(printed), {
        logo: 'ready',
        isApiError: true,
        code: 'not_ready',
        missing: [
          { param: 'contact_email', code: 'missing' },
          { param: 'screenshots', code: 'missing' },
        ],
        names: ['Consumer', 'two', 'one'],
      });
    });
  });
});
