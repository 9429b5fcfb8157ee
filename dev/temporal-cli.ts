import { provideTool } from './cached-tool.ts';
import { findOnPath, type Environment } from './path-lookup.ts';
import { runProvisioner } from './provision-command.ts';
import { downloadWithSdk } from './sdk-download.ts';

const VERSION = '1.5.1';
const EXECUTABLE = 'temporal';

/**
 * The path of the Temporal CLI: the one on PATH, else the one in the user's cache, where it is put when missing.
 *
 * @param log told what is being done while it takes time
 * @throws AggregateError saying what to install when it cannot be had
 */
export async function provideTemporalCli(env: Environment, log: (message: string) => void): Promise<string> {
  const installed = await findOnPath(EXECUTABLE, env);
  if (installed !== undefined) return installed;
  const tool = {
    folderName: `temporal-cli-${VERSION}`,
    executable: EXECUTABLE,
    sources: [
      {
        announcement: `Downloading the Temporal CLI ${VERSION}, once.`,
        fetchInto: (folder: string) =>
          downloadWithSdk({ server: 'dev-server', version: `v${VERSION}`, folder, executable: EXECUTABLE }, env),
      },
      {
        announcement: `Building the Temporal CLI ${VERSION} with Go: this takes about two minutes, once.`,
        fetchInto: (folder: string) => buildWithGo(folder, env),
      },
    ],
    remedy: 'Install the Temporal CLI and put "temporal" on PATH, or install Go, or set TEMPORAL_ADDRESS to a server.',
  };
  return provideTool(tool, env, log);
}

function buildWithGo(folder: string, env: Environment): Promise<void> {
  const module = `github.com/temporalio/cli/cmd/temporal@v${VERSION}`;
  return runProvisioner('go', ['install', module], { ...env, GOBIN: folder });
}
