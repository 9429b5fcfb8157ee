import type pg from 'pg';

/** The first key of a claimer's advisory lock; the second is its id. */
const LOCK_CLASS = 19_073;

/** A claim older than this is free whoever holds it: no attempt and no message takes that long. */
const LEASE = '60 seconds';

/**
 * Registers a claimer on its own connection and returns its id. The lock comes before the row, so that nobody can see
 * a claimer without its lock and take it for dead.
 */
export async function holdClaimerLock(client: pg.Client, process: string): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    `with next as (select nextval(pg_get_serial_sequence('claimer', 'id')) as id)
     select id, pg_advisory_lock(${LOCK_CLASS}, id::int) from next`,
  );
  const id = Number(rows[0]!.id);
  await client.query('insert into claimer (id, process, started_at) values ($1, $2, clock_timestamp())', [id, process]);
  return id;
}

/**
 * Buries dead claimers and frees what no living one holds. A claim that its claimer's last statement committed after the
 * burial is found the same way. Leases are about processes, not about the service's time, so they go by the database's
 * own clock.
 */
export async function freeDeadClaims(client: pg.Client, ownId: number): Promise<void> {
  const { rows } = await client.query<{ id: string }>('select id from claimer where id <> $1', [ownId]);
  for (const { id } of rows) await buryIfDead(client, id);
  for (const table of ['outbox', 'webhook_delivery']) {
    await client.query(
      `update ${table} set claim = null, claimed_at = null where id in (
         select id from ${table} t where claim is not null and (
           claimed_at < clock_timestamp() - interval '${LEASE}'
           or not exists (select 1 from claimer c where c.id = t.claim)
         )
         order by id for update skip locked
       )`,
    );
  }
}

/** Frees what a claimer that ends has claimed and not done, and wakes the others, who need not find it by a sweep. */
export async function handBackClaims(client: pg.Client, id: number, channels: string[]): Promise<void> {
  for (const table of ['outbox', 'webhook_delivery']) {
    await client.query(`update ${table} set claim = null, claimed_at = null where claim = $1`, [id]);
  }
  await client.query('delete from claimer where id = $1', [id]);
  for (const channel of channels) await client.query("select pg_notify($1, '')", [channel]);
}

/** A claimer is dead when its lock is free. */
async function buryIfDead(client: pg.Client, id: string): Promise<void> {
  const lock = [LOCK_CLASS, id];
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1, $2::int) as free', lock);
  if (!rows[0]!.free) return;
  try {
    await client.query('delete from claimer where id = $1', [id]);
  } finally {
    await client.query('select pg_advisory_unlock($1, $2::int)', lock);
  }
}
