import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { Environment } from '../../../src/config.ts';

/** What the tests read of docker-compose.yml, after merge keys and variables. */
export interface Compose {
  services: Record<string, ComposeService>;
  networks: Record<string, { internal?: boolean }>;
  volumes: Record<string, unknown>;
  secrets: Record<string, { file: string }>;
}

export interface ComposeService {
  image: string;
  user?: string;
  build?: string;
  command?: string[];
  entrypoint?: string[];
  environment?: Record<string, string>;
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  read_only?: boolean;
  restart?: string;
  privileged?: boolean;
  networks?: string[];
  ports?: string[];
  volumes?: string[];
  secrets?: string[];
  profiles?: string[];
  deploy?: { resources: { limits: { cpus: string; memory: string; pids: number } } };
}

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** @throws Error with the message of a variable that is required and not set */
export async function readCompose(env: Environment): Promise<Compose> {
  const text = await readFile(`${ROOT}docker-compose.yml`, 'utf8');
  return interpolate(parse(text, { merge: true }) as unknown, env) as Compose;
}

/** The variables that the file mentions, with whether it does without. */
export async function composeVariables(): Promise<Map<string, 'required' | 'optional'>> {
  const text = await readFile(`${ROOT}docker-compose.yml`, 'utf8');
  const found = [...text.matchAll(VARIABLE)].map(([, name, operator]) => [name!, operator === ':?'] as const);
  return new Map(found.map(([name, isRequired]) => [name, isRequired ? 'required' : 'optional']));
}

const VARIABLE = /\$\{([A-Z0-9_]+)(?:(:[-?])([^}]*))?\}/g;

function interpolate(value: unknown, env: Environment): unknown {
  if (typeof value === 'string') return value.replaceAll(VARIABLE, (...match) => variable(match.slice(1), env));
  if (Array.isArray(value)) return value.map((item) => interpolate(item, env));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, interpolate(item, env)]));
}

function variable([name, operator, rest]: string[], env: Environment): string {
  const value = env[name!];
  if (value) return value;
  if (operator === ':-') return rest!;
  throw new Error(`${name} is not set: ${rest ?? 'it has no default'}`);
}
