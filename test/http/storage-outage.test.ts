import assert from 'node:assert/strict';
import { Agent, request } from 'undici';
import { eventually } from '../support/eventually.ts';
import { createReadyProject, expectStatus, picture, upload } from '../support/factories.ts';
import { answerS3Error, startS3Server, type Interception, type S3Server } from '../support/s3-server.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { contents } from './support/refusals.ts';

describe('a service that keeps its files in a bucket', () => {
  let bucket: S3Server;
  let api: TestService;
  let key: string;
  let project: string;

  before(async () => {
    bucket = await startS3Server();
    api = await startTestService({ ...bucket.settings, S3_PREFIX: '/staging/' });
    key = (await api.newAgency()).keys.test.full;
    project = (await createReadyProject(api.call, key)).id;
  });
  afterEach(() => bucket.intercept(null));
  after(async () => {
    await api.close();
    await bucket.close();
  });

  const setLogo = async () =>
    api.call('PUT', `/projects/${project}/logo`, { key, body: upload(await picture('png', 400, 400)) });
  const logoUrl = async () => (await api.call('GET', `/projects/${project}`, { key })).body.logo.url as string;

  it('serves from it what was uploaded', async () => {
    const { body } = expectStatus(await setLogo(), 200);
    const path = new URL(body.logo.url as string).pathname;
    const answer = await fetch(body.logo.url as string);
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/png']);
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), bucket.files.get(path.replace('/assets/', 'staging/')));
  });

  const outages: Record<string, Interception> = {
    'cannot be reached': (incoming) => incoming.destroy(),
    'is overloaded': (_, response) => answerS3Error(response, 503, 'SlowDown'),
  };
  for (const [what, interception] of Object.entries(outages)) {
    it(`answers an upload with 503 and changes nothing while it ${what}`, async () => {
      const before = await contents(api);
      bucket.intercept(interception);
      const answer = expectStatus(await setLogo(), 503);
      assert.deepEqual([answer.body.error.code, answer.headers['retry-after']], ['unavailable', '5']);
      assert.deepEqual(await contents(api), before);
      bucket.intercept(null);
      expectStatus(await setLogo(), 200);
    });

    it(`answers the request of a file with 503 that no one keeps while it ${what}`, async () => {
      const url = await logoUrl();
      bucket.intercept(interception);
      const answer = await fetch(url);
      assert.deepEqual([answer.status, answer.headers.get('cache-control')], [503, 'no-store']);
    });
  }

  it('answers with 500, and says nothing of the cause, when it is refused', async () => {
    bucket.intercept((_, response) => answerS3Error(response, 403, 'SignatureDoesNotMatch'));
    assert.doesNotMatch(JSON.stringify(expectStatus(await setLogo(), 500)), /Signature|S3/);
  });

  it('breaks its own answer off when the file does', async () => {
    const url = await logoUrl();
    bucket.intercept((_, response) => {
      response.writeHead(200, { 'content-length': 1_000_000 });
      response.write(Buffer.alloc(1_000), () => response.destroy());
    });
    const answer = await fetch(url);
    assert.equal(answer.status, 200);
    await assert.rejects(answer.arrayBuffer());
  });

  it('closes its connection to the bucket when the client goes away', async () => {
    const url = await logoUrl();
    let closed = 0;
    bucket.intercept((_, response) => {
      response.writeHead(200, { 'content-length': 1_000_000 });
      response.write(Buffer.alloc(1_000));
      response.on('close', () => closed++);
    });
    const client = new Agent();
    const answer = await request(url, { dispatcher: client });
    answer.body.on('error', () => undefined);
    await client.destroy();
    await eventually('the connection to be closed', () => closed === 1);
    await fetch(url, { method: 'HEAD' });
    await eventually('the connection of HEAD to be closed', () => closed === 2);
  });

  it('closes it when the client goes away before the bucket answers', async () => {
    const url = await logoUrl();
    let answer = (): void => undefined;
    let closed = false;
    bucket.intercept((_, response) => {
      answer = () => void response.writeHead(200, { 'content-length': 1_000_000 }).write(Buffer.alloc(1_000));
      response.on('close', () => (closed = true));
    });
    const asked = bucket.requests();
    const gone = new AbortController();
    const answering = fetch(url, { signal: gone.signal });
    await eventually('the bucket to be asked', () => bucket.requests() > asked);
    gone.abort();
    await assert.rejects(answering);
    answer();
    await eventually('the connection to be closed', () => closed);
  });
});
