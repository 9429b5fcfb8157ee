/**
 * Makes the Temporal SDK download one of its servers and start it once. A program of its own, as a download that hangs
 * can only be ended with its process. Arguments: `dev-server` or `time-skipping`, the version, the folder.
 */
import { TestWorkflowEnvironment } from '@temporalio/testing';

const [kind, version, downloadDir] = process.argv.slice(2) as [string, string, string];
const executable = { type: 'cached-download', version, downloadDir } as const;
const environment =
  kind === 'dev-server'
    ? await TestWorkflowEnvironment.createLocal({ server: { executable } })
    : await TestWorkflowEnvironment.createTimeSkipping({ server: { executable } });
await environment.teardown();
