import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { access, cp, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { readConfig } from '../../src/config.ts';
import { composeVariables, readCompose, ROOT, type Compose } from './support/compose.ts';

const run = promisify(execFile);

describe('docker-compose.yml', () => {
  let folder: string;
  let env: NodeJS.Dict<string>;
  let compose: Compose;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'listing-deploy-'));
    await cp(join(ROOT, 'deploy'), join(folder, 'deploy'), {
      recursive: true,
      filter: (path) => !path.includes('/secrets'),
    });
    await cp(join(ROOT, '.env.example'), join(folder, '.env.example'));
    await run('sh', [join(folder, 'deploy/make-secrets.sh')]);
    env = parseEnv(await readFile(join(folder, '.env'), 'utf8'));
    compose = await readCompose(env);
  });
  after(() => rm(folder, { recursive: true }));

  const each = (look: (name: string, service: Compose['services'][string]) => void) => {
    for (const [name, service] of Object.entries(compose.services)) look(name, service);
  };
  const isJob = (service: Compose['services'][string]) => service.restart === 'no';

  it('refuses to start while a secret is missing, each by its name', async () => {
    const required = [...(await composeVariables())].filter(([, kind]) => kind === 'required').map(([name]) => name);
    const example = parseEnv(await readFile(join(ROOT, '.env.example'), 'utf8'));
    assert.deepEqual(Object.keys(example).sort(), required.sort(), '.env.example names what is required');
    assert.deepEqual(Object.values(example).filter(Boolean), [], 'and has no value');
    for (const name of required) {
      await assert.rejects(readCompose({ ...env, [name]: '' }), new RegExp(`${name} is not set`));
    }
  });

  it('gets secrets from a script that makes new ones, for its owner alone, and keeps what is there', async () => {
    const file = join(folder, '.env');
    const before = await readFile(file, 'utf8');
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.equal(new Set(Object.values(env)).size, Object.keys(env).length, 'no two are the same');
    await run('sh', [join(folder, 'deploy/make-secrets.sh')]);
    assert.equal(await readFile(file, 'utf8'), before);
  });

  it('gives no container a capability, a way to more, a writable root, or all of the machine', () =>
    each((name, service) => {
      assert.deepEqual(service.cap_drop, ['ALL'], name);
      assert.deepEqual(service.cap_add ?? [], name === 'proxy' ? ['NET_BIND_SERVICE'] : [], name);
      assert.ok(service.security_opt?.includes('no-new-privileges:true'), name);
      assert.equal(service.read_only, true, name);
      assert.equal(service.privileged, undefined, name);
      const { limits } = service.deploy!.resources;
      assert.ok(Number(limits.cpus) > 0 && limits.memory && limits.pids > 0, name);
    }));

  it('pins each image to a version', () =>
    each((name, { image, build }) => {
      if (build === undefined) assert.match(image, /^[a-z/-]+:v?\d+\.\d+(\.\d+)?[\w.-]*$/, name);
    }));

  it('gives commands as lists of strings', () =>
    each((name, { command = [], entrypoint = [], healthcheck }) => {
      for (const part of [...command, ...entrypoint, ...(healthcheck?.test ?? [])]) {
        assert.equal(typeof part, 'string', `${name}: ${JSON.stringify(part)}`);
      }
    }));

  it('checks the health of each server and waits for it, and for jobs to succeed', () =>
    each((name, service) => {
      if (!isJob(service)) assert.ok(service.healthcheck, name);
      for (const [needed, { condition }] of Object.entries(service.depends_on ?? {})) {
        const expected = isJob(compose.services[needed]!) ? 'service_completed_successfully' : 'service_healthy';
        assert.equal(condition, expected, `${name} needs ${needed}`);
      }
    }));

  it('publishes ports on the loopback address only, and keeps the data where nothing outside reaches', () => {
    assert.equal(compose.networks.data!.internal, true);
    each((name, { ports = [], networks = [] }) => {
      for (const port of ports) assert.match(port, /^127\.0\.0\.1:\d+:\d+$/, name);
      if (['postgres', 'storage', 'temporal'].includes(name)) assert.deepEqual(networks, ['data'], name);
      if (name === 'proxy') assert.deepEqual(networks, ['edge'], name);
    });
  });

  it('names files, programs, volumes, networks and secrets that are there', async () => {
    for (const service of Object.values(compose.services)) {
      const words = [...(service.entrypoint ?? []), ...(service.command ?? [])];
      for (const program of words.filter((word) => word.startsWith('src/'))) await access(join(ROOT, program));
      for (const volume of service.volumes ?? []) {
        const source = volume.split(':')[0]!;
        if (source.startsWith('.')) await access(join(ROOT, source));
        else assert.ok(source in compose.volumes, source);
      }
      for (const network of service.networks ?? []) assert.ok(network in compose.networks, network);
      for (const secret of service.secrets ?? []) assert.ok(secret in compose.secrets, secret);
    }
  });

  it('gives each process settings that it understands, and the login of its own role', async () => {
    for (const name of ['api', 'worker', 'mail']) {
      const settings = compose.services[name]!.environment!;
      const config = readConfig({ ...settings, OUTBOUND_CA: join(folder, 'deploy/secrets/mail-catcher.crt') });
      assert.equal(new URL(config.databaseUrl).username, `listings_${name}_a`);
      assert.equal(new URL(config.databaseUrl).password, env[`DATABASE_PASSWORD_${name.toUpperCase()}`]);
    }
    const superuser = Object.entries(compose.services).filter(([, { environment }]) =>
      Object.values(environment ?? {}).some((value) => value.includes(env.POSTGRES_PASSWORD!)),
    );
    assert.deepEqual(superuser.map(([name]) => name).sort(), ['database-roles', 'database-temporal', 'postgres']);
  });
});
