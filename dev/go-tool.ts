import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { provideTool } from './cached-tool.ts';
import type { Environment } from './path-lookup.ts';
import { runProvisioner } from './provision-command.ts';

export interface GoTool {
  /** What its executable is called here. */
  name: string;
  /** The package that builds it, and its version with a `v`. */
  module: string;
  version: string;
}

/** A Temporal server of its own, and what sets up its databases; the version that docker-compose.yml has. */
export const TEMPORAL_SERVER: GoTool = {
  name: 'temporal-server',
  module: 'go.temporal.io/server/cmd/server',
  version: 'v1.29.1',
};
export const TEMPORAL_SQL_TOOL: GoTool = {
  name: 'temporal-sql-tool',
  module: 'go.temporal.io/server/cmd/tools/sql',
  version: 'v1.29.1',
};
/** The storage of docker-compose.yml. */
export const VERSITYGW: GoTool = {
  name: 'versitygw',
  module: 'github.com/versity/versitygw/cmd/versitygw',
  version: 'v1.8.0',
};

/**
 * The path of a tool that Go builds, in the user's cache, where it is put when missing.
 *
 * @throws AggregateError saying what to install when it cannot be had
 */
export function provideGoTool(tool: GoTool, env: Environment, log: (message: string) => void): Promise<string> {
  const { name, module, version } = tool;
  return provideTool(
    {
      folderName: `${name}-${version}`,
      executable: name,
      sources: [
        {
          announcement: `Building ${name} ${version} with Go: this takes about two minutes, once.`,
          async fetchInto(folder) {
            await runProvisioner('go', ['install', `${module}@${version}`], { ...env, GOBIN: folder });
            const built = join(folder, module.split('/').at(-1)!);
            if (built !== join(folder, name)) await rename(built, join(folder, name));
          },
        },
      ],
      remedy: 'Install Go.',
    },
    env,
    log,
  );
}
