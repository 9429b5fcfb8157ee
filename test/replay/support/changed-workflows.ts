import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger, type WorkflowBundle } from '@temporalio/worker';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Bundles a copy of the workflow code in which a passage of a file is another one, as a later version would be. */
export async function bundleChangedWorkflows(
  file: string,
  changes: { from: string; to: string }[],
): Promise<WorkflowBundle> {
  const folder = await mkdtemp(join(tmpdir(), 'listing-changed-workflows-'));
  try {
    for (const part of ['workflows', 'src/domain', 'package.json']) {
      await cp(join(ROOT, part), join(folder, part), { recursive: true });
    }
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const path = join(folder, 'workflows', file);
    let text = await readFile(path, 'utf8');
    for (const { from, to } of changes) {
      assert.ok(text.includes(from), `${file} has no ${from}`);
      text = text.replace(from, to);
    }
    await writeFile(path, text);
    return await bundleWorkflowCode({
      workflowsPath: join(folder, 'workflows', 'index.ts'),
      logger: new DefaultLogger('WARN'),
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
