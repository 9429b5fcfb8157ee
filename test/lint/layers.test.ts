import assert from 'node:assert/strict';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { layers } from '../../dev/lint/layers.ts';

/** What the rule says of one import in a file. */
function complaints(filename: string, statement: string): string[] {
  const linter = new Linter({ cwd: '/project' });
  const config: Linter.Config = {
    files: ['**/*.ts'],
    languageOptions: { parser: tseslint.parser },
    plugins: { project: { rules: { layers } } },
    rules: { 'project/layers': 'error' },
  };
  return linter.verify(statement, [config], { filename: `/project/${filename}` }).map(({ message }) => message);
}

const FORBIDDEN = [
  ['src/domain/ids.ts', "import { randomBytes } from 'node:crypto';"],
  ['src/domain/ids.ts', "import type { Scope } from '../db/scope.ts';"],
  ['workflows/listing.ts', "import { moveListing } from '../src/services/listings/move-listing.ts';"],
  ['workflows/listing.ts', "import { createActivities, type Activities } from '../activities/index.ts';"],
  ['workflows/listing.ts', "import { setTimeout } from 'node:timers/promises';"],
  ['activities/index.ts', "import { createApp } from '../src/http/app.ts';"],
  ['src/services/projects/launch-project.ts', "import { Client } from '@temporalio/client';"],
  ['src/services/projects/launch-project.ts', "import { createRelay } from '../../outbox/relay.ts';"],
  ['src/http/app.ts', "import { createPublish } from '../temporal/publish.ts';"],
  ['src/listen/follow-feed.ts', "import { listEvents } from '../db/finders/events.ts';"],
  ['src/services/projects/launch-project.ts', "import { Counter } from 'prom-client';"],
  ['src/outbox/dispatcher.ts', "import { trace } from '@opentelemetry/api';"],
  ['client/src/api-error.ts', "import { ERROR_CODES } from '../../src/errors.ts';"],
  ['src/outbox/relay.ts', "import { launchProject } from '../services/projects/launch-project.ts';"],
] as const;

const ALLOWED = [
  ['src/domain/progress.ts', "import type { ListingStatus } from './listing-status.ts';"],
  ['workflows/listing.ts', "import type { Activities } from '../activities/index.ts';"],
  ['workflows/listing.ts', "import { refuseMove } from '../src/domain/listing-status.ts';"],
  ['activities/index.ts', "import { moveListing } from '../src/services/listings/move-listing.ts';"],
  ['src/main/start-worker.ts', "import { createRelay } from '../outbox/relay.ts';"],
] as const;

describe('the import rules', () => {
  for (const [file, statement] of FORBIDDEN) {
    it(`forbid ${statement} in ${file}, and say why`, () => {
      assert.match(complaints(file, statement).join(), /may not import .+\. [A-Z].+\./);
    });
  }
  for (const [file, statement] of ALLOWED) {
    it(`allow ${statement} in ${file}`, () => assert.deepEqual(complaints(file, statement), []));
  }
});
