/**
 * Records the histories of two listings that operators looked after for weeks of skipped time: one whose page was gone, and
 * one that was asked for, settled and corrected. Run it by hand, once.
 */
import { writeFile } from 'node:fs/promises';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { workflowIds } from '../../src/domain/workflow-ids.ts';
import { startDirectoryWorld } from '../support/directory-world.ts';
import { eventually } from '../support/eventually.ts';
import { picture } from '../support/factories.ts';
import { startTestPostgres, stopTestPostgres } from '../support/postgres.ts';
import { startImageServer } from '../support/image-server.ts';
import { endTemporal } from '../support/temporal-runtime.ts';

await startTestPostgres();
const world = await startDirectoryWorld();
const images = await startImageServer(await picture());
const begun = async () => {
  const { listing } = await world.launch();
  await world.says(listing, /Waits for an operator to submit it/);
  return listing;
};

const gone = await begun();
world.server.answerInTurn({ status: 404 }, { status: 404 });
await world.update(gone, 'reportOutcome', { to: 'live', live_url: `${world.server.url}/acme` });
await world.says(gone, /Waits for the next reading/);
await world.update(gone, 'attachProof', { url: images.url });
await world.env.sleep('31 days');
await eventually('the second reading', async () => {
  await world.env.sleep('1 hour');
  return (await world.stuckReason(gone)) !== undefined;
});
await world.update(gone, 'resume');
await world.says(gone, /Waits for the next reading/);
await world.env.sleep('31 days');
await eventually('the third reading', () => world.server.received.length === 3);
await world.says(gone, /HTTP 201/);

const corrected = await begun();
const question = { code: 'confirm_email', waiting_on: 'client', client_message: 'Click the link.' };
await world.update(corrected, 'askAgency', question);
await world.update(corrected, 'settleAction');
await world.reached(corrected, 'in_progress');
await world.update(corrected, 'reportOutcome', { to: 'live' });
await world.update(corrected, 'correct', { to: 'submitted' });
await world.update(corrected, 'reportOutcome', { to: 'not_accepted', reason: 'declined' });
await world.update(corrected, 'correct', { to: 'pending' });
await world.reached(corrected, 'in_progress');
await world.says(corrected, /is `in_progress`/);

for (const [name, listing] of Object.entries({ goneListing: gone, correctedListing: corrected })) {
  const history = await world.env.client.workflow.getHandle(workflowIds.listing(listing)).fetchHistory();
  await writeFile(new URL(`./histories/${name}.json`, import.meta.url), `${historyToJSON(history)}\n`);
}

await images.close();
await world.close();
await stopTestPostgres();
await endTemporal();
