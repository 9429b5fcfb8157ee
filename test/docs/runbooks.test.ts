import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { startTestService, type TestService } from '../support/service.ts';
import { anchorsOf, markdownFiles } from './support/markdown-files.ts';
import { projectFile, readSamples } from './support/read-samples.ts';

const RUNBOOKS = 'docs/runbooks.md';
const RULES = 'ops/prometheus/alerts.yml';

describe('the runbooks', () => {
  it('have a section for each alert, which the alert names, and no other', () => {
    const rules = readFileSync(projectFile(RULES), 'utf8');
    const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!.toLowerCase());
    const links = [...rules.matchAll(/runbook: docs\/runbooks\.md#(\w+)/g)].map(([, anchor]) => anchor!);
    assert.deepEqual(links, alerts);
    assert.deepEqual(
      anchorsOf(RUNBOOKS).filter((anchor) => anchor !== 'runbooks'),
      alerts,
    );
  });

  it('say in each section what it means, what users feel, where to look, what to do, and when to escalate', () => {
    const sections = readFileSync(projectFile(RUNBOOKS), 'utf8').split(/^## /m).slice(1);
    for (const section of sections) {
      for (const word of ['Means', 'Users', 'Look', 'Do', 'Escalate']) {
        assert.ok(section.includes(`**${word}**`), `${section.split('\n', 1)[0]} has no ${word}`);
      }
    }
  });
});

describe('the SQL of the documentation', () => {
  let api: TestService;

  before(async () => {
    api = await startTestService();
  });
  after(() => api.close());

  it('runs on the tables that there are, and changes nothing', async () => {
    const samples = markdownFiles()
      .flatMap(readSamples)
      .filter(({ language }) => language === 'sql');
    assert.ok(samples.length >= 7);
    const client = await api.service.db.pool.connect();
    try {
      await client.query('begin read only');
      for (const { text, place } of samples) {
        await client.query(text).catch((error: unknown) => assert.fail(`${place}: ${String(error)}`));
      }
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
