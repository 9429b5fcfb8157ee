/** Runs what docker-compose.yml runs, with its commands, environment and files, as processes of this machine. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { startServer, type ServerProcess } from '../../../dev/children.ts';
import { provideGoTool, TEMPORAL_SERVER, TEMPORAL_SQL_TOOL, VERSITYGW } from '../../../dev/go-tool.ts';
import { anyFreePort } from '../../../dev/ports.ts';
import { provideTemporalCli } from '../../../dev/temporal-cli.ts';
import type { Environment } from '../../../src/config.ts';
import { readCompose, ROOT, type Compose } from './compose.ts';

const run = promisify(execFile);
const START_MS = 180_000;
const STOP_MS = 60_000;

/** Where each name and port of the file's networks is on this machine. */
export interface Places {
  postgres: number;
  temporal: number;
  storage: number;
  storageAdmin: number;
  smtp: number;
}

export interface LocalCompose {
  folder: string;
  /** The file with the present values of .env. */
  compose(): Compose;
  /** Changes values of .env, for what is started from then on. */
  configure(change: Environment): Promise<void>;
  /** Runs a job, or the operators' command with arguments, to its end. @returns what it printed */
  job(name: string, ...args: string[]): Promise<string>;
  /** Runs a job that may be repeated, and repeats it. */
  jobTwice(name: string): Promise<void>;
  /** Starts a service; `settings` are those that say where on this machine it listens. */
  start(name: string, settings: Environment, isUp: () => Promise<unknown>): Promise<ServerProcess>;
  remove(): Promise<void>;
}

/** Makes the secrets as an operator does, the image's files, and the programs of the other images. */
export async function prepareLocalCompose(
  places: Places,
  given: Environment,
  say: (message: string) => void,
): Promise<LocalCompose> {
  const folder = await mkdtemp(join(tmpdir(), 'listing-compose-'));
  await cp(join(ROOT, 'deploy'), join(folder, 'deploy'), { recursive: true });
  await cp(join(ROOT, '.env.example'), join(folder, '.env.example'));
  await run('sh', [join(folder, 'deploy/make-secrets.sh')]);
  let variables: Environment = { ...parseEnv(await readFile(join(folder, '.env'), 'utf8')), ...given };
  let compose = await readCompose(variables);
  const path = await installPrograms(join(folder, 'bin'), say);
  const app = join(folder, 'app');
  await buildImage(app, path, say);
  for (const name of ['objects', 'keys']) await mkdir(join(folder, name));
  const localise = localiser(folder, places);

  function invocation(name: string, args: string[], settings: Environment) {
    const { entrypoint = [], command = [], environment = {}, image } = compose.services[name]!;
    const program = entrypoint.length === 0 && image.startsWith('versity/') ? ['versitygw'] : [];
    const [file = '', ...rest] = [...program, ...entrypoint, ...command, ...args].map(localise);
    const env = Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, localise(value)]));
    return { file, args: rest, env: { PATH: path, HOST: '127.0.0.1', ...env, ...settings } };
  }

  async function job(name: string, ...args: string[]): Promise<string> {
    const { file, args: rest, env } = invocation(name, args, {});
    return (await run(await which(file, path), rest, { env, cwd: app })).stdout;
  }

  return {
    folder,
    compose: () => compose,
    async configure(change) {
      variables = { ...variables, ...change };
      compose = await readCompose(variables);
    },
    job,
    async jobTwice(name) {
      await job(name);
      await job(name);
    },
    async start(name, settings, isUp) {
      const { file, args, env } = invocation(name, [], settings);
      const server = await startServer({
        name,
        command: await which(file, path),
        args,
        env,
        cwd: app,
        logFile: join(folder, `${name}.log`),
        stopSignal: 'SIGTERM',
        stopTimeoutMs: STOP_MS,
      });
      await server.waitUntil(isUp, START_MS).catch(async (error: unknown) => {
        await server.stop();
        throw error;
      });
      return server;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The five places that the file knows by name, its mounted files, and its volumes. */
function localiser(folder: string, places: Places): (text: string) => string {
  const replacements: [RegExp, string][] = [
    [/@postgres\//g, `@127.0.0.1:${places.postgres}/`],
    [/^postgres:5432$/, `127.0.0.1:${places.postgres}`],
    [/^postgres$/, '127.0.0.1'],
    [/^5432$/, String(places.postgres)],
    [/^temporal:7233$/, `127.0.0.1:${places.temporal}`],
    [/storage:7070/, `127.0.0.1:${places.storage}`],
    [/storage:7071/, `127.0.0.1:${places.storageAdmin}`],
    [/^:7070$/, `127.0.0.1:${places.storage}`],
    [/^:7071$/, `127.0.0.1:${places.storageAdmin}`],
    [/mail-catcher:1025/, `127.0.0.1:${places.smtp}`],
    [/^\/etc\/deploy\/storage\.sh$/, join(folder, 'deploy/storage.sh')],
    [/^\/etc\/deploy/, join(folder, 'deploy/temporal')],
    [/^\/run\/secrets/, join(folder, 'deploy/secrets')],
    [/^\/(objects|keys)$/, join(folder, '$1')],
  ];
  return (text) => replacements.reduce((now, [from, to]) => now.replace(from, to), text);
}

/** What the other images have. */
async function installPrograms(folder: string, say: (message: string) => void): Promise<string> {
  await mkdir(folder);
  for (const tool of [TEMPORAL_SERVER, TEMPORAL_SQL_TOOL, VERSITYGW]) {
    await symlink(await provideGoTool(tool, process.env, say), join(folder, tool.name));
  }
  await symlink(await provideTemporalCli(process.env, say), join(folder, 'temporal'));
  return [folder, dirname(process.execPath), process.env.PATH].join(':');
}

/** What the Dockerfile does, with its commands. */
async function buildImage(app: string, path: string, say: (message: string) => void): Promise<void> {
  await mkdir(app);
  for (const part of ['package.json', 'package-lock.json', '.npmrc', 'src', 'workflows', 'activities', 'catalog']) {
    await cp(join(ROOT, part), join(app, part), { recursive: true });
  }
  const dockerfile = (await readFile(join(ROOT, 'Dockerfile'), 'utf8')).replaceAll('\\\n', ' ');
  const env = { ...process.env, PATH: path, npm_config_prefer_offline: 'true' };
  for (const [, command] of dockerfile.matchAll(/^RUN (?:--mount=\S+ )?(.*)$/gm)) {
    say(`RUN ${command}`);
    await run('sh', ['-c', command!], { cwd: app, env, maxBuffer: 2 ** 24 });
  }
}

async function which(program: string, path: string): Promise<string> {
  return (await run('sh', ['-c', `command -v ${program}`], { env: { PATH: path } })).stdout.trim();
}

/** Ports for what the file has on networks of its own. */
export async function pickPlaces(postgres: number, smtp: number): Promise<Places> {
  const [temporal, storage, storageAdmin] = [await anyFreePort(), await anyFreePort(), await anyFreePort()];
  return { postgres, smtp, temporal, storage, storageAdmin };
}
