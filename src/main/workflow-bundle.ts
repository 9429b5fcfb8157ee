import { createHash } from 'node:crypto';
import { access, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger, type WorkflowBundle, type WorkflowBundlePath } from '@temporalio/worker';

const ROOT = new URL('../../', import.meta.url);
const BUILT = new URL('dist/', ROOT);
/** What workflow code may import, by the rules of dev/lint/layers.ts; the lock file names what else goes into the bundle. */
const SOURCES = ['workflows/', 'src/domain/'];
const LOCK_FILE = 'package-lock.json';

/** Builds the workflow code once, for any number of workers. */
export function bundleWorkflows(): Promise<WorkflowBundle> {
  const workflowsPath = fileURLToPath(new URL('workflows/index.ts', ROOT));
  const workflowInterceptorModules = [fileURLToPath(new URL('workflows/carry-trace.ts', ROOT))];
  return bundleWorkflowCode({ workflowsPath, workflowInterceptorModules, logger: new DefaultLogger('WARN') });
}

/**
 * Builds the workflow code into a file that workers of the same code start with.
 *
 * @returns the file's path
 */
export async function buildWorkflows(): Promise<string> {
  const { code } = await bundleWorkflows();
  const file = await bundleFile();
  await rm(BUILT, { recursive: true, force: true });
  await mkdir(BUILT);
  await writeFile(file, code);
  return fileURLToPath(file);
}

/** The file that `buildWorkflows` built of exactly this code; null where there is none. */
export async function builtWorkflows(): Promise<WorkflowBundlePath | null> {
  const file = await bundleFile();
  return access(file).then(
    () => ({ codePath: fileURLToPath(file) }),
    () => null,
  );
}

/** Its name says what it was built of, so that a bundle of other code is never found. */
async function bundleFile(): Promise<URL> {
  const hash = createHash('sha256');
  for (const path of [LOCK_FILE, ...(await sourceFiles())]) {
    const content = await readFile(new URL(path, ROOT));
    hash.update(`${path} ${content.length}\n`).update(content);
  }
  return new URL(`workflows-${hash.digest('hex').slice(0, 16)}.js`, BUILT);
}

async function sourceFiles(): Promise<string[]> {
  const lists = await Promise.all(
    SOURCES.map(async (folder) => {
      const names = await readdir(new URL(folder, ROOT), { recursive: true });
      return names.filter((name) => name.endsWith('.ts')).map((name) => folder + name);
    }),
  );
  return lists.flat().sort();
}
