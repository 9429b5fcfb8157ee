/** Starts an ephemeral PostgreSQL, reports its port to the parent, and stays until it is killed. */
import { startEphemeralPostgres } from '../../../dev/ephemeral-postgres.ts';

const postgres = await startEphemeralPostgres();
process.send?.(String(postgres.port));
