import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

const read = (file: string) => readFile(new URL(`../../${file}`, import.meta.url), 'utf8');

/** The anchor that a heading has where Markdown is rendered. */
const anchorOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');

describe('The alert rules', () => {
  it('say of each alert how bad it is, what it means, and which runbook helps', async () => {
    const rules = (await read('ops/prometheus/alerts.yml')).split(/^ +- alert: /m).slice(1);
    assert(rules.length >= 8);
    for (const rule of rules) {
      const [name = ''] = rule.split('\n');
      assert.match(name, /^[A-Z]\w+$/);
      for (const part of ['expr', 'for', 'severity', 'summary', 'description'])
        assert.match(rule, new RegExp(`^ +${part}: \\S`, 'm'), `${part} of ${name}`);
      assert.match(rule, new RegExp(`^ +runbook: docs/runbooks\\.md#${name.toLowerCase()}$`, 'm'), name);
    }
  });

  it('lead to runbooks that exist', async () => {
    const headings = (await read('docs/runbooks.md')).matchAll(/^#+ (.+)$/gm);
    const anchors = [...headings].map(([, heading]) => anchorOf(heading!));
    const rules = await read('ops/prometheus/alerts.yml');
    const named = [...rules.matchAll(/runbook: docs\/runbooks\.md#(\S+)/g)].map(([, anchor]) => anchor!);
    assert.deepEqual(
      named.filter((anchor) => !anchors.includes(anchor)),
      [],
    );
  });
});
