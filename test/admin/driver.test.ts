import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { addDriverCommand } from '../../src/admin/driver-command.ts';
import { findSecretKey } from '../../src/admin/find-secret-key.ts';
import { Refusal } from '../../src/admin/refusal.ts';
import type { Report } from '../../src/admin/report.ts';
import { descriptionOf, keepOneDirectory } from '../support/directory-world.ts';
import { startTestService, type TestService } from '../support/service.ts';

const DRIVER = { ...descriptionOf('https://directory.example'), auth: { kind: 'bearer' } };
const KEY = Buffer.alloc(32, 7);

describe('the operators’ driver command', () => {
  let api: TestService;
  let folder: string;
  let id: string;
  let slug: string;
  const kept = process.env.SECRET_KEY;

  before(async () => {
    api = await startTestService();
    folder = await mkdtemp(join(tmpdir(), 'driver-'));
    id = await keepOneDirectory(api);
    slug = (await row()).slug;
    process.env.SECRET_KEY = KEY.toString('base64');
  });
  after(async () => {
    if (kept === undefined) delete process.env.SECRET_KEY;
    else process.env.SECRET_KEY = kept;
    await rm(folder, { recursive: true });
    await api.close();
  });

  async function row() {
    const { rows } = await api.service.db.pool.query(
      'select d.slug, d.driver, s.sealed from directory d left join directory_secret s on s.directory_id = d.id where d.id = $1',
      [id],
    );
    return rows[0] as { slug: string; driver: unknown; sealed: Buffer | null };
  }

  async function file(name: string, text: string): Promise<string> {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  }

  async function driver(...args: string[]): Promise<Report> {
    const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
    let report: Report | undefined;
    addDriverCommand(program, async (_options, work) => {
      report = await work(api.service);
    });
    program.commands.forEach((command) => command.exitOverride().configureOutput({ writeErr: () => undefined }));
    await program.parseAsync(['driver', ...args], { from: 'user' });
    return report!;
  }

  it('describes a directory with its secret, and gives it back to operators', async () => {
    const description = await file('driver.json', JSON.stringify(DRIVER));
    const secret = await file('secret', 'the-secret\n');
    const { json, text } = await driver(slug, '--file', description, '--secret-file', secret);
    assert.deepEqual(json, { object: 'directory', id, slug, driver: DRIVER });
    assert.equal(text, `Live listings of the directory ${slug} are submitted by HTTP, as described from now on.`);
    const { driver: stored, sealed } = await row();
    assert.deepEqual(stored, DRIVER);
    assert.equal(api.service.secrets.open(sealed!), 'the-secret');
    await driver(id, '--file', description);
    assert.deepEqual((await row()).sealed, sealed);
    await driver(id, '--none');
    assert.deepEqual(await row(), { slug, driver: null, sealed: null });
  });

  it('refuses what it cannot use with one sentence, and changes nothing', async () => {
    const good = await file('good.json', JSON.stringify(DRIVER));
    for (const [args, sentence] of [
      [[slug], /give at least one of --file, --none/],
      [[slug, '--none', '--file', good], /give --none alone/],
      [[slug, '--file', join(folder, 'absent')], /must be one that can be read here/],
      [[slug, '--file', await file('text.json', 'hello')], /must be a description in JSON/],
      [[slug, '--file', await file('null.json', 'null')], /must be a description in JSON/],
      [[slug, '--file', await file('list.json', '[]')], /The driver has the wrong type/],
      [[slug, '--file', good], /needs a secret, and the directory has none yet/],
      [[slug, '--file', good, '--secret-file', await file('two', 'a\nb\n')], /The secret must be one line/],
      [['no-such-directory', '--none'], /There is no directory no-such-directory/],
    ] as [string[], RegExp][]) {
      await assert.rejects(driver(...args), sentence);
      assert.deepEqual(await row(), { slug, driver: null, sealed: null });
    }
  });

  it('seals with the key of the environment, else with the one that the embedded stack keeps', async () => {
    const keptFile = await file('secret-key', KEY.toString('base64'));
    const other = Buffer.alloc(32, 9);
    assert.deepEqual(await findSecretKey({ databaseUrl: 'postgresql://x', secretKey: other }, keptFile), other);
    assert.deepEqual(await findSecretKey({ databaseUrl: undefined, secretKey: undefined }, keptFile), KEY);
    const named = { databaseUrl: 'postgresql://x', secretKey: undefined };
    await assert.rejects(
      findSecretKey(named, keptFile),
      (error) => error instanceof Refusal && /SECRET_KEY/.test(error.message),
    );
    const unset = { databaseUrl: undefined, secretKey: undefined };
    await assert.rejects(findSecretKey(unset, join(folder, 'absent')), Refusal);
  });
});
