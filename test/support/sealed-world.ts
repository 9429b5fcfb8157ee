import { createCipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from '../../src/crypto/secret-keys.ts';
import { createEndpoint } from '../../src/services/webhooks/create-endpoint.ts';
import { eventually } from './eventually.ts';
import type { TestService } from './service.ts';

export interface SealedEndpoint {
  id: string;
  secret: string;
}

/** What was sealed before there were marks: nonce, tag, ciphertext. */
export function sealUnmarked(secretKey: Buffer, secret: string, nonce = randomBytes(12)): Buffer {
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secretKey, 'sealed secrets'), nonce);
  const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

/** So many endpoints of an account, in the order of their ids, sealed as the service does. */
export async function createEndpoints(api: TestService, accountId: string, count: number): Promise<SealedEndpoint[]> {
  const made: SealedEndpoint[] = [];
  for (let index = 0; index < count; index++) {
    const endpoint = { url: `https://hooks-${index}.example.com`, events: ['*'], description: null, enabled: true };
    const scope = { account_id: accountId, livemode: true };
    const { id, secret } = await createEndpoint(api.service, scope, 'active', endpoint);
    made.push({ id, secret: secret! });
  }
  return made.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Runs `work` while this endpoint's row is locked, from the moment that something waits for it, then commits. */
export async function holding(
  { service }: TestService,
  id: string,
  { begin, whenWaited }: { begin: () => void; whenWaited: (query: Query) => Promise<void> },
): Promise<void> {
  const client = await service.db.pool.connect();
  try {
    await client.query('begin');
    await client.query('select 1 from webhook_endpoint where id = $1 for update', [id]);
    begin();
    await eventually('someone who waits for the row', async () => {
      const { rowCount } = await service.db.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rowCount === 1;
    });
    await whenWaited((text, values) => client.query(text, values));
    await client.query('commit');
  } finally {
    client.release();
  }
}

type Query = (text: string, values: unknown[]) => Promise<unknown>;
