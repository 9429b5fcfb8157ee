import assert from 'node:assert/strict';
import type { ErrorCode } from '../../../src/errors.ts';
import type { ApiResponse } from '../../support/api-client.ts';
import type { TestService } from '../../support/service.ts';

/** Declares a test: this request gets this error, and the database is afterwards as it was before. */
export type ItRefuses = (what: string, status: number, code: ErrorCode, request: () => Promise<ApiResponse>) => void;

/** @param service the running service, asked for once tests run */
export function refusalsOf(service: () => TestService): ItRefuses {
  return (what, status, code, request) => {
    it(`refuses ${what} with ${code} and changes nothing`, async () => {
      const before = await contents(service());
      const { status: answered, body } = await request();
      assert.deepEqual({ status: answered, code: body?.error?.code }, { status, code }, JSON.stringify(body));
      assert.deepEqual(await contents(service()), before);
    });
  };
}

/** Everything that a request could change but the count of requests. */
export async function contents({ service }: TestService): Promise<unknown> {
  const { rows } = await service.db.pool.query(`
    select
      (select json_agg(p order by id) from project p) as projects,
      (select json_agg(i order by id) from image i) as images,
      (select json_agg(w.id order by id) from webhook_endpoint w) as endpoints,
      (select json_agg(m order by account_id, livemode) from account_mode m) as modes,
      (select count(*) from outbox) as messages,
      (select count(*) from event) as events`);
  return rows[0];
}
