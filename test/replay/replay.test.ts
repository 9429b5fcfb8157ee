import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { Worker } from '@temporalio/worker';
import * as workflows from '../../workflows/index.ts';
import { workflowBundle } from '../support/temporal.ts';

const FOLDER = new URL('./histories/', import.meta.url);

interface History {
  events: { workflowExecutionStartedEventAttributes?: { workflowType: { name: string } } }[];
}

async function recorded(): Promise<Map<string, History>> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.json'));
  const read = async (file: string) => [file, JSON.parse(await readFile(new URL(file, FOLDER), 'utf8'))] as const;
  return new Map(await Promise.all(files.map(read)));
}

function typeOf({ events }: History): string {
  return events[0]!.workflowExecutionStartedEventAttributes!.workflowType.name;
}

describe('recorded histories', () => {
  it('stand for every workflow type', async () => {
    const types = new Set([...(await recorded()).values()].map(typeOf));
    assert.deepEqual([...types].toSorted(), Object.keys(workflows).toSorted());
  });

  it('replay on the present workflow code', async () => {
    for (const [file, history] of await recorded()) {
      await assert.doesNotReject(
        Worker.runReplayHistory({ workflowBundle: await workflowBundle() }, history, `replay/${file}`),
        file,
      );
    }
  });

  it('do not replay when the code does something else', async () => {
    const history = (await recorded()).get('webhookDelivery.json')!;
    history.events[0]!.workflowExecutionStartedEventAttributes!.workflowType.name = 'projectIntake';
    await assert.rejects(
      Worker.runReplayHistory({ workflowBundle: await workflowBundle() }, history, 'replay/other-code'),
      /Replay failed/,
    );
  });
});
