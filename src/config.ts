import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.ts';
import { readInboundMailConfig, readMailDomain, type InboundMailSettings } from './inbound-mail-config.ts';
import { readMailConfig } from './mail-config.ts';
import { readTracingConfig, type TracingSettings } from './tracing-config.ts';
import { readOperationsConfig, type OperationsSettings } from './operations-config.ts';
import { readRolePasswords, type RolePasswords } from './role-passwords.ts';
import type { MailSettings } from './outbound/mail/create-mailer.ts';
import type { RatingSettings } from './outbound/ratings/create-rating-provider.ts';
import type { StorageSettings } from './outbound/storage/open-storage.ts';

/** What every process is told by its environment. */
export interface Config {
  /** `DATABASE_URL`: a `postgresql://` address. */
  databaseUrl: string;
  /** `DATABASE_POOL_SIZE`: connections a process opens at most, beside the one that claims work. */
  databasePoolSize: number;
  /** `TEMPORAL_ADDRESS`: host and port of the Temporal service. */
  temporalAddress: string;
  /** `TEMPORAL_NAMESPACE`. */
  temporalNamespace: string;
  /** `HOST`: the address that the API listens on. */
  host: string;
  /** `PORT`: the port that the API listens on. */
  port: number;
  /** `PUBLIC_URL`: where clients reach this server, without a trailing slash; what links to it begin with. */
  publicUrl: string;
  /** `SECRET_KEY`: 32 bytes in base64, from which the keys for cursors and stored secrets are derived. */
  secretKey: Buffer;
  /** `SECRET_KEYS_ACCEPTED`: further keys that open and verify but neither seal nor sign, separated by commas. */
  secretKeysAccepted: Buffer[];
  /**
   * `STORAGE_DIR`: the folder that holds images. Or a bucket: `S3_BUCKET`, `S3_REGION`, `S3_ACCESS_KEY_ID`,
   * `S3_SECRET_ACCESS_KEY`, `S3_ENDPOINT` for a compatible server, `S3_PREFIX` that every key begins with.
   */
  storage: StorageSettings;
  /** `SIMULATION_PACE`: how fast test mode moves listings; 10 is ten times the default speed. */
  simulationPace: number;
  /**
   * `RATING_PROVIDER`: who measures domain ratings: `open-pagerank`, `ahrefs`, `fixture` (made-up figures) or `none`.
   * `RATING_API_KEY`: the key that the first two need. `RATING_API_URL`: where they are asked instead of at home.
   */
  ratings: RatingSettings;
  /**
   * `SMTP_URL`: the server that takes mail, `smtps://user:password@host:port`, or `smtp://` with STARTTLS (without TLS on
   * this machine). Or `MAIL_DIR`: the folder that mail is written to. `MAIL_FROM`: who it comes from. Null for no mail.
   */
  mail: MailSettings;
  /** `MAIL_DOMAIN`: what the addresses of logins end with; its mail comes to `npm run mail`. Null for no mail to logins. */
  mailDomain: string | null;
  /** `INBOUND_MAIL_HOST`, `INBOUND_MAIL_PORT`, `INBOUND_MAIL_CERT` and `INBOUND_MAIL_KEY`: where mail to logins comes in. */
  inboundMail: InboundMailSettings;
  /** `OPERATIONS_HOST` and `OPERATIONS_PORT`: where this process answers its operator. */
  operations: OperationsSettings;
  /**
   * `OTEL_EXPORTER_OTLP_ENDPOINT`: where traces go, null for none; `OTEL_SERVICE_NAME`; `OTEL_TRACES_SAMPLER_ARG`: the
   * share of requests that are traced.
   */
  tracing: TracingSettings | null;
  /** `OUTBOUND_ALLOW`: networks that count as public, and host names that resolve into them, separated by commas. */
  outboundAllow: string[];
  /** `OUTBOUND_CA`: a PEM file of certificate authorities trusted beside the usual ones. Here its certificates. */
  outboundCa: string[];
  /** `SHUTDOWN_DELAY_MS`: for how long an API that is told to stop serves on, so that its load balancer sees it first. */
  shutdownDelayMs: number;
  /** `LOG_LEVEL`: a level of pino. */
  logLevel: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_PORT = 3_000;
const DEFAULT_POOL_SIZE = 20;
const MAX_SHUTDOWN_DELAY_MS = 300_000;

/**
 * Reads the settings.
 *
 * @throws ConfigError
 */
export function readConfig(env: Environment = process.env): Config {
  return {
    databaseUrl: required(env, 'DATABASE_URL'),
    databasePoolSize: integer(env, 'DATABASE_POOL_SIZE', DEFAULT_POOL_SIZE, 2, 1_000),
    temporalAddress: required(env, 'TEMPORAL_ADDRESS'),
    temporalNamespace: env.TEMPORAL_NAMESPACE ?? 'default',
    host: host(env),
    port: port(env),
    publicUrl: publicUrl(env),
    secretKey: secretKey('SECRET_KEY', required(env, 'SECRET_KEY')),
    secretKeysAccepted: secretKeysAccepted(env),
    storage: storage(env),
    simulationPace: positive(env, 'SIMULATION_PACE', 1),
    ratings: ratings(env),
    mail: readMailConfig(env),
    mailDomain: readMailDomain(env),
    inboundMail: readInboundMailConfig(env),
    operations: readOperationsConfig(env),
    tracing: readTracingConfig(env),
    ...outbound(env),
    shutdownDelayMs: integer(env, 'SHUTDOWN_DELAY_MS', 0, 0, MAX_SHUTDOWN_DELAY_MS),
    logLevel: env.LOG_LEVEL ?? 'info',
  };
}

/** What only the embedded stack is told: where its parts listen. A port that is set must be free. */
export interface DevConfig {
  port: number | undefined;
  temporalPort: number | undefined;
  temporalUiPort: number | undefined;
  databasePort: number | undefined;
  inboundMailPort: number | undefined;
  operationsPort: number | undefined;
  /** External services to use instead of embedded ones. */
  databaseUrl: string | undefined;
  temporalAddress: string | undefined;
  /** `STACK_FILE`: where a time-skipping stack says where it is, instead of `.local/time-skipping.json`. */
  stackFile: string | undefined;
  /** The whole environment, to be handed to the processes that the stack starts. */
  env: Environment;
}

/**
 * Reads the embedded stack's settings.
 *
 * @throws ConfigError
 */
export function readDevConfig(env: Environment = process.env): DevConfig {
  const portOf = (name: string) => (env[name] ? integer(env, name, 0, 1, 65_535) : undefined);
  return {
    port: portOf('PORT'),
    temporalPort: portOf('TEMPORAL_PORT'),
    temporalUiPort: portOf('TEMPORAL_UI_PORT'),
    databasePort: portOf('DATABASE_PORT'),
    inboundMailPort: portOf('INBOUND_MAIL_PORT'),
    operationsPort: portOf('OPERATIONS_PORT'),
    databaseUrl: env.DATABASE_URL,
    temporalAddress: env.TEMPORAL_ADDRESS,
    stackFile: env.STACK_FILE || undefined,
    env,
  };
}

/** What the operators' command is told. */
export interface AdminConfig {
  /** `DATABASE_URL`; without it the command works on the embedded stack's database. */
  databaseUrl: string | undefined;
  /** `PUBLIC_URL`, as for `Config`: where the images are that events show. It goes with `DATABASE_URL`. */
  publicUrl: string;
  /** `SECRET_KEY`, as for `Config`: only what stores or opens a secret needs it. */
  secretKey: Buffer | undefined;
  /** `SECRET_KEYS_ACCEPTED`, as for `Config`. */
  secretKeysAccepted: Buffer[];
  /** `MAIL_DOMAIN`, as for `Config`: only what makes a login needs it. */
  mailDomain: string | null;
  /** `TEMPORAL_ADDRESS` and `TEMPORAL_NAMESPACE`, as for `Config`: only what asks workflows needs them. */
  temporalAddress: string | undefined;
  temporalNamespace: string;
  /** `CLOCK_URL`: where a stack that skips time tells its time; without it the time is this machine's. */
  clockUrl: string | undefined;
}

/** Reads the settings of the operators' command, which needs the database and nothing else. */
export function readAdminConfig(env: Environment = process.env): AdminConfig {
  return {
    databaseUrl: env.DATABASE_URL || undefined,
    publicUrl: publicUrl(env),
    secretKey: env.SECRET_KEY ? secretKey('SECRET_KEY', env.SECRET_KEY) : undefined,
    secretKeysAccepted: secretKeysAccepted(env),
    mailDomain: readMailDomain(env),
    temporalAddress: env.TEMPORAL_ADDRESS || undefined,
    temporalNamespace: env.TEMPORAL_NAMESPACE ?? 'default',
    clockUrl: env.CLOCK_URL ? webAddress('CLOCK_URL', env.CLOCK_URL) : undefined,
  };
}

/** Reads the settings, as for `Config`, of an operators' command that stores or imports images. */
export function readImageConfig(env: Environment = process.env) {
  return { storage: env.STORAGE_DIR || env.S3_BUCKET ? storage(env) : undefined, ...outbound(env) };
}

/** What the job that migrates is told: `DATABASE_URL` with the role that owns the tables, and `LOG_LEVEL`. */
export function readMigrationConfig(env: Environment = process.env): Pick<Config, 'databaseUrl' | 'logLevel'> {
  return { databaseUrl: required(env, 'DATABASE_URL'), logLevel: env.LOG_LEVEL ?? 'info' };
}

/** Reads the passwords of the logins that the operators' command makes, as `readRolePasswords` does. */
export function readDatabasePasswords(env: Environment = process.env): RolePasswords {
  return readRolePasswords(env);
}

/** What the command for customers' developers is told. It is a client: `PORT` and the like may be their own app's. */
export interface ListenConfig {
  /** `API_KEY`: a key of the account whose events are followed. */
  apiKey: string | undefined;
  /** The base URL of a service on this machine with its default address. */
  apiUrl: string;
}

/** Reads the settings of the command for customers' developers. */
export function readListenConfig(env: Environment = process.env): ListenConfig {
  return { apiKey: env.API_KEY || undefined, apiUrl: `${publicUrl({})}/v1` };
}

function outbound(env: Environment): Pick<Config, 'outboundAllow' | 'outboundCa'> {
  return {
    outboundAllow: (env.OUTBOUND_ALLOW ?? '').split(/[\s,]+/).filter(Boolean),
    outboundCa: env.OUTBOUND_CA ? certificates(env.OUTBOUND_CA) : [],
  };
}

function publicUrl(env: Environment): string {
  return (env.PUBLIC_URL ?? `http://${host(env)}:${port(env)}`).replace(/\/+$/, '');
}

function host(env: Environment): string {
  return env.HOST ?? '127.0.0.1';
}

function port(env: Environment): number {
  return integer(env, 'PORT', DEFAULT_PORT, 1, 65_535);
}

function required(env: Environment, name: string): string {
  const value = env[name];
  if (!value) throw new ConfigError(`${name} is not set.`);
  return value;
}

function integer(env: Environment, name: string, fallback: number, least: number, most: number): number {
  const value = env[name] ? Number(env[name]) : fallback;
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new ConfigError(`${name} must be a whole number from ${least} to ${most}.`);
  }
  return value;
}

function positive(env: Environment, name: string, fallback: number): number {
  const value = env[name] ? Number(env[name]) : fallback;
  if (!(value > 0 && value < Infinity)) throw new ConfigError(`${name} must be a number above 0.`);
  return value;
}

function storage(env: Environment): StorageSettings {
  const { STORAGE_DIR: folder, S3_BUCKET: bucket } = env;
  if (folder && bucket) throw new ConfigError('Only one of STORAGE_DIR and S3_BUCKET may be set.');
  if (folder) return { folder };
  if (!bucket) throw new ConfigError('Either STORAGE_DIR or S3_BUCKET must be set.');
  const prefix = (env.S3_PREFIX ?? '').replace(/^\/+|\/+$/g, '');
  return {
    s3: {
      bucket,
      region: required(env, 'S3_REGION'),
      accessKeyId: required(env, 'S3_ACCESS_KEY_ID'),
      secretAccessKey: required(env, 'S3_SECRET_ACCESS_KEY'),
      endpoint: env.S3_ENDPOINT ? webAddress('S3_ENDPOINT', env.S3_ENDPOINT) : null,
      prefix: prefix && `${prefix}/`,
    },
  };
}

function ratings(env: Environment): RatingSettings {
  const name = env.RATING_PROVIDER || 'none';
  switch (name) {
    case 'none':
    case 'fixture':
      return { name };
    case 'open-pagerank':
    case 'ahrefs':
      return {
        name,
        apiKey: required(env, 'RATING_API_KEY').trim(),
        apiUrl: env.RATING_API_URL ? webAddress('RATING_API_URL', env.RATING_API_URL).replace(/\/+$/, '') : null,
      };
    default:
      throw new ConfigError('RATING_PROVIDER must be open-pagerank, ahrefs, fixture or none.');
  }
}

function webAddress(name: string, text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text;
  throw new ConfigError(`${name} must be an http or https address.`);
}

function secretKey(name: string, text: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32) throw new ConfigError(`${name} must be 32 bytes in base64.`);
  return key;
}

function secretKeysAccepted(env: Environment): Buffer[] {
  const texts = (env.SECRET_KEYS_ACCEPTED ?? '').split(/[\s,]+/).filter(Boolean);
  return texts.map((text) => secretKey('Each of SECRET_KEYS_ACCEPTED', text));
}

function certificates(file: string): string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new ConfigError(`OUTBOUND_CA names a file that cannot be read: ${file}.`);
  }
  const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (!found) throw new ConfigError(`OUTBOUND_CA names a file without a PEM certificate: ${file}.`);
  return found;
}
