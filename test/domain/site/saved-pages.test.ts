import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';

import iconv from 'iconv-lite';

import { deriveFields } from '../../../src/domain/site/derive-fields.ts';
import { imageCandidates } from '../../../src/domain/site/image-candidates.ts';
import { readManifest } from '../../../src/domain/site/read-manifest.ts';
import { readPage } from '../../../src/domain/site/read-page.ts';
import type { SiteManifest, SitePage } from '../../../src/domain/site/site-page.ts';
import type { PageCase } from './page-cases.ts';
import { pageCases } from './page-cases.ts';

const pagesDirectory = new URL('pages/', import.meta.url);

function readSavedPage({ file, url, contentType, encoding }: PageCase): SitePage {
  const bytes = readFileSync(new URL(file, pagesDirectory));
  return readPage({
    bytes: encoding === undefined ? bytes : iconv.encode(bytes.toString('utf8'), encoding),
    contentType: contentType ?? 'text/html',
    url,
  });
}

function manifestOf({ manifest }: PageCase, page: SitePage): SiteManifest | null {
  if (manifest === undefined) return null;
  assert.ok(page.manifestUrl, 'the page links to its manifest');
  return readManifest({ bytes: Buffer.from(JSON.stringify(manifest)), url: page.manifestUrl });
}

describe('saved pages', () => {
  it('are each the subject of one case', () => {
    assert.deepEqual(pageCases.map((pageCase) => pageCase.file).sort(), readdirSync(pagesDirectory).sort());
  });

  for (const pageCase of pageCases) {
    it(`gives the expected fields and images for ${pageCase.file}`, () => {
      const page = readSavedPage(pageCase);
      const manifest = manifestOf(pageCase, page);
      assert.deepEqual(deriveFields(page, manifest), pageCase.fields);
      assert.deepEqual(imageCandidates(page, manifest), [
        ...(pageCase.logos ?? []).map((url) => ({ url, suggestedAs: 'logo' })),
        ...(pageCase.screenshots ?? []).map((url) => ({ url, suggestedAs: 'screenshot' })),
      ]);
    });
  }
});
