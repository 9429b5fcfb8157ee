/** Starts the Temporal server on the folder and ports given, reports its address to the parent, and stays until killed. */
import { startTemporalServer } from '../../../dev/temporal-server.ts';

const [executable, folder, port, uiPort] = process.argv.slice(2) as [string, string, string, string];
const server = await startTemporalServer({
  executable,
  folder,
  persistent: true,
  port: () => Promise.resolve(Number(port)),
  uiPort: () => Promise.resolve(Number(uiPort)),
  searchAttributes: [],
  log: console.error,
});
process.send?.(server.address);
