import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { createAccount } from '../../src/services/accounts/create-account.ts';
import { picture } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { adminOf, jsonOf, textOf, type RunAdmin } from './support/run-admin.ts';

const PLAIN = { logo: null, primary_color: '#2563eb', accent_color: '#0f766e', reply_to: null };
const MIB = 1024 * 1024;

describe('the operators’ brand command', () => {
  let api: TestService;
  let admin: RunAdmin;
  let folder: string;

  before(async () => {
    api = await startTestService();
    admin = adminOf(api.config.databaseUrl);
    folder = await mkdtemp(join(tmpdir(), 'brand-'));
  });
  after(async () => {
    await rm(folder, { recursive: true });
    await api.close();
  });

  const newAccount = () => createAccount(api.service, { name: 'Branded', ownerEmail: 'owner@branded.example' });
  const brand = async (id: string, ...options: string[]) =>
    (await jsonOf(admin, 'account', 'brand', id, ...options)).brand;

  async function file(name: string, bytes: Buffer | string): Promise<string> {
    await writeFile(join(folder, name), bytes);
    return join(folder, name);
  }

  it('changes what is given, leaves the rest, and shows defaults for what was never chosen', async () => {
    const id = await newAccount();
    assert.deepEqual((await jsonOf(admin, 'account', 'show', id)).brand, PLAIN);
    assert.deepEqual(await brand(id, '--primary', '#AA00ff'), { ...PLAIN, primary_color: '#aa00ff' });
    const both = { ...PLAIN, primary_color: '#aa00ff', accent_color: '#000000', reply_to: 'team@branded.example' };
    assert.deepEqual(await brand(id, '--accent', '#000000', '--reply-to', 'team@branded.example'), both);
    assert.deepEqual((await jsonOf(admin, 'account', 'show', id)).brand, both);
    assert.deepEqual(await brand(id, '--primary', '#00ff00'), { ...both, primary_color: '#00ff00' });
    const text = await textOf(admin, 'account', 'brand', id, '--no-reply-to');
    assert.match(text, /^colors +#00ff00 primary, #000000 accent$/m);
    assert.match(text, /^reply-to +-$/m);
  });

  it('stores a logo of each format as a PNG of at most 1,024 pixels, in the database', async () => {
    const id = await newAccount();
    for (const format of ['png', 'jpeg', 'gif', 'webp'] as const) {
      const path = await file(`logo.${format}`, await picture(format, 2_000, 500));
      const { logo } = await brand(id, '--logo', path);
      const stored = await storedLogo(id);
      assert.deepEqual(logo, { width: 1_024, height: 256, bytes: stored!.length }, format);
      const { format: storedAs, width } = await sharp(stored!).metadata();
      assert.deepEqual([storedAs, width], ['png', 1_024], format);
    }
    assert.match(await textOf(admin, 'account', 'show', id), /^logo +1024 x 256 pixels, \d+ bytes$/m);
  });

  it('takes a logo away, and nothing else with it', async () => {
    const id = await newAccount();
    await brand(id, '--logo', await file('away.png', await picture()), '--accent', '#123456');
    assert.deepEqual(await brand(id, '--no-logo'), { ...PLAIN, accent_color: '#123456' });
    assert.equal(await storedLogo(id), null);
  });

  it('refuses a logo that is none with one sentence, and changes nothing', async () => {
    const id = await newAccount();
    await brand(id, '--logo', await file('kept.png', await picture()));
    const kept = await storedLogo(id);
    const cases: [path: string, says: string][] = [
      [join(folder, 'absent.png'), 'must be a file that can be read here'],
      [folder, 'must be a file that can be read here'],
      [await file('text.png', 'hello'), 'must be a whole PNG, JPEG, GIF or WebP'],
      [await file('vector.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'), 'must be a whole PNG, JPEG, GIF or WebP'],
      [await file('empty.png', ''), 'must be a whole PNG, JPEG, GIF or WebP'],
      [await file('half.png', (await picture()).subarray(0, 60)), 'must be a whole PNG, JPEG, GIF or WebP'],
      [await file('large.png', Buffer.alloc(5 * MIB + 1)), 'must have at most 5 MB and 40 megapixels'],
    ];
    for (const [path, says] of cases) {
      const outcome = await admin('account', 'brand', id, '--primary', '#ffffff', '--logo', path, '--json');
      assert.deepEqual(outcome, { exitCode: 1, stdout: '', stderr: `The logo ${path} ${says}.\n` });
    }
    assert.deepEqual(await storedLogo(id), kept);
    assert.equal((await jsonOf(admin, 'account', 'show', id)).brand.primary_color, PLAIN.primary_color);
  });

  async function storedLogo(accountId: string): Promise<Buffer | null> {
    const brands = api.service.db.sql.selectFrom('account_brand').select('logo');
    return (await brands.where('account_id', '=', accountId).executeTakeFirstOrThrow()).logo;
  }
});
