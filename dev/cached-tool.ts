import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { isExecutable, type Environment } from './path-lookup.ts';

/** One way to obtain a tool. */
export interface ToolSource {
  /** Puts the tool, an executable of the given name, into the folder; throws when it cannot. */
  fetchInto(folder: string): Promise<void>;
  /** Said before trying it: what is done, and how long that takes. */
  announcement: string;
}

export interface CachedTool {
  /** The folder in the cache, which names the version. */
  folderName: string;
  /** The executable in it. */
  executable: string;
  /** Tried in this order. */
  sources: ToolSource[];
  /** What to do when none works, for the error. */
  remedy: string;
}

/**
 * The path of a tool's executable in the user's cache, fetched when missing. A folder gets there whole, by a rename:
 * processes that fetch at the same time do not disturb each other, the first one wins.
 *
 * @throws AggregateError with the failures of all sources and what to install
 */
export async function provideTool(tool: CachedTool, env: Environment, log: (message: string) => void): Promise<string> {
  const cache = cacheFolder(env);
  const executable = join(cache, tool.folderName, tool.executable);
  if (await isExecutable(executable)) return executable;
  await mkdir(cache, { recursive: true });
  const failures: unknown[] = [];
  for (const source of tool.sources) {
    const draft = await mkdtemp(join(cache, `.${tool.folderName}-`));
    try {
      log(source.announcement);
      await source.fetchInto(draft);
      await chmod(join(draft, tool.executable), 0o755);
      await install(draft, join(cache, tool.folderName), executable);
      return executable;
    } catch (error) {
      failures.push(error);
      log(`That did not work: ${firstLine(error)}`);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }
  const reasons = failures.map((failure) => `- ${firstLine(failure)}`);
  throw new AggregateError(failures, [`${tool.folderName} is missing. ${tool.remedy}`, ...reasons].join('\n'));
}

async function install(draft: string, folder: string, executable: string): Promise<void> {
  await rename(draft, folder).catch(async (error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
    if (await isExecutable(executable)) return;
    await rm(folder, { recursive: true, force: true });
    await rename(draft, folder);
  });
}

function cacheFolder(env: Environment): string {
  const configured = env['XDG_CACHE_HOME'];
  const base =
    configured !== undefined && isAbsolute(configured) ? configured : join(env['HOME'] ?? homedir(), '.cache');
  return join(base, 'directory-listing-service');
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.trim().split('\n')[0] ?? '';
}
