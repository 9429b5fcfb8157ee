import assert from 'node:assert/strict';
import { buildDocument } from '../../src/documents/build-document.ts';
import type { ReportData } from '../../src/documents/report-data.ts';
import { picture } from '../support/factories.ts';
import { readActualTexts, readPdf, withoutSpaces, type ReadPdf } from './support/read-pdf.ts';
import { LOGINS, LONG_LINK, NAMES, sampleListings, sampleReport } from './support/sample-report.ts';

const build = async (overrides: Partial<ReportData> = {}) =>
  readPdf(await buildDocument('pdf', sampleReport(overrides)));

describe('the PDF of a report', () => {
  let hundred: ReadPdf;
  let actualTexts: string[];

  before(async function () {
    this.timeout(180_000);
    const logo = { png: await picture('png', 300, 90), width: 300, height: 90 };
    const { agency } = sampleReport();
    const bytes = await buildDocument('pdf', sampleReport({ agency: { ...agency, logo } }));
    hundred = await readPdf(bytes);
    actualTexts = readActualTexts(bytes);
  });

  it('has a title, a language and tags', () => {
    assert.equal(hundred.title, 'Acme & <Tools>: directory listings');
    assert.equal(hundred.language, 'en');
    assert.equal(hundred.isTagged, true);
  });

  it('is read aloud as headings, figures with descriptions, and one table with a header', () => {
    const roles = hundred.pages.flatMap((page) => page.roles);
    const count = (role: string) => roles.filter((one) => one === role).length;
    assert.equal(count('H1'), 1);
    assert.equal(hundred.pages[1]!.roles.filter((role) => role === 'TH').length, 6);
    assert.ok(count('TD') >= 600);
    assert.ok(count('Link') >= 100);
    const alts = hundred.pages.flatMap((page) => page.alts);
    assert.ok(alts.includes('Logo of Söhne & Co. <Agency>'));
    assert.ok(
      alts.some((alt) => /^Chart of the listings over time: on 12 Oct 2026 .*live 26/.test(alt)),
      alts.join(),
    );
    assert.ok(alts.some((alt) => alt.startsWith('Live listings by the rating of their directory: ')));
  });

  it('names the agency and numbers the pages on each of them', () => {
    assert.ok(hundred.pages.length >= 4);
    hundred.pages.forEach(({ text }, index) => {
      const letters = withoutSpaces(text);
      assert.ok(letters.includes('Söhne&Co.<Agency>'), text);
      assert.ok(letters.includes(`Page${index + 1}of${hundred.pages.length}`), text);
    });
  });

  it('repeats the header of its table on every page of it', () => {
    const pages = hundred.pages.filter(({ text }) => /Directory \d\d/.test(text));
    assert.ok(pages.length >= 3);
    for (const { text } of pages) assert.ok(withoutSpaces(text).includes('DirectoryRatingStatusSubmitted'), text);
  });

  it('shows the summary, the ratings and the line that their provider asks for', () => {
    const { text } = hundred.pages[0]!;
    for (const part of [
      '26 of 100 listings are live, 13 with the directories for review',
      'The site has a domain rating of 42 out of 100.',
      'Source of domain ratings: Ratings by Somebody (https://ratings.example)',
      '21 November 2026',
    ]) {
      assert.ok(withoutSpaces(text).includes(withoutSpaces(part)), `${part} in ${text}`);
    }
  });

  it('has every listing, and links to its page, however long', () => {
    for (const { directory } of sampleListings(100).slice(NAMES.length)) {
      assert.ok(hundred.letters.includes(withoutSpaces(directory)), directory);
    }
    const links = hundred.pages.flatMap((page) => page.links);
    for (const { liveUrl } of sampleListings(100))
      if (liveUrl) assert.ok(links.includes(new URL(liveUrl).href), liveUrl);
    assert.ok(links.includes(LONG_LINK));
    assert.ok(links.includes('https://acme-tools.io/'));
  });

  it('is drawn in outlines: the only picture is the logo', () => {
    assert.deepEqual(
      hundred.pages.map(({ pictures }) => pictures),
      hundred.pages.map((_, index) => (index === 0 ? 1 : 0)),
    );
    // The band, seven cards of two, four areas of the chart, five bars of two.
    assert.ok(hundred.pages[0]!.paths > 25, String(hundred.pages[0]!.paths));
  });

  it("shows the agency's colours, darkened where white would not let them be read", async () => {
    const { primaryColor, accentColor } = sampleReport().agency;
    for (const { fills } of hundred.pages) assert.ok(fills.has(primaryColor) && fills.has(accentColor));
    const [pale] = (
      await build({ agency: { ...sampleReport().agency, primaryColor: '#fde047', accentColor: '#fdba74' } })
    ).pages;
    assert.ok(pale!.fills.has('#fde047') && !pale!.fills.has('#fdba74'));
    const other = sampleReport({ agency: { ...sampleReport().agency, primaryColor: '#be123c' } });
    const { pages } = await readPdf(await buildDocument('pdf', other));
    assert.ok(pages.every(({ fills }) => fills.has('#be123c') && !fills.has(primaryColor)));
  });

  it('has its links where their texts are', () => {
    const [first, ...others] = hundred.pages;
    assert.deepEqual(first!.linkTexts, [['https://acme-tools.io']]);
    for (const { links, linkTexts } of others) {
      links.forEach((link, index) => {
        const texts = linkTexts[index]!.join('');
        const shown = link.includes('xxx') ? 'directory.example/' : `${new URL(link).hostname}/`;
        const isDirectory = !/produit|xxx/.test(link);
        assert.ok(isDirectory ? texts !== '' : texts.startsWith(shown), `${link} on ${texts}`);
      });
    }
  });

  for (const name of NAMES) {
    it(`can be searched for ${name}`, () => {
      const isRightToLeft = /[\u0590-\u06ff]/.test(name);
      const wanted = isRightToLeft ? name.split(/[ ()]+/).filter(Boolean) : [name];
      const letters = hundred.letters.replaceAll(/[\u200d\ufe0f]/g, '');
      for (const word of wanted) {
        // Glyphs of these stand in another order; the letters are in what the text is said to be.
        if (/[\p{Script=Devanagari}\p{Script=Tamil}\p{Script=Arabic}]/u.test(word)) {
          assert.ok(actualTexts.join(' ').includes(word), word);
          continue;
        }
        const plain = withoutSpaces(word).replaceAll(/[\u200d\ufe0f]/g, '');
        assert.ok(letters.includes(plain), `${word} in ${letters.slice(0, 3_000)}`);
      }
    });
  }

  it('shows no letter as an empty box', () => assert.ok(!hundred.letters.includes('\ufffd')));

  it('of a project without listings is one page that says so', async () => {
    const { pages } = await build({ listings: [], project: { ...sampleReport().project, domainRating: null } });
    assert.equal(pages.length, 1);
    assert.ok(withoutSpaces(pages[0]!.text).includes('Nolistingsyet'));
    assert.ok(withoutSpaces(pages[0]!.text).includes('Thesitehasnotbeenmeasuredyet.'));
  });

  it('says TEST MODE on every page in test mode, and on none in live mode', async () => {
    assert.ok(!hundred.letters.includes('TESTMODE'));
    const { pages, title } = await build({ livemode: false, logins: LOGINS });
    assert.ok(pages.length > 5);
    for (const { text } of pages) assert.ok(text.includes('TEST MODE'), text);
    assert.match(title, /\(TEST MODE\)$/);
  });

  it('has a page more with logins: these, and the password that they share, once', async () => {
    const without = await build({ listings: sampleListings(5) });
    const { pages } = await build({ listings: sampleListings(5), logins: LOGINS });
    assert.equal(pages.length, without.pages.length + 1);
    const { text, links } = pages.at(-1)!;
    const letters = withoutSpaces(text);
    for (const { email, username } of LOGINS) assert.ok(letters.includes(email) && letters.includes(username), text);
    assert.equal(letters.split('+Correct-Horse-7').length, 2);
    assert.deepEqual(links, ['https://trustpilot.example/login']);
    assert.ok(!without.letters.includes('Correct-Horse'));
  });

  it('shows logins whole, however long', async () => {
    const email = `${'m'.repeat(64)}@${'mail.'.repeat(36)}example`;
    const username = 'u'.repeat(200);
    const password = 'p'.repeat(300);
    const { pages } = await build({ listings: [], logins: [{ ...LOGINS[0]!, email, username, password }] });
    const letters = withoutSpaces(pages.at(-1)!.text);
    const rows = letters.slice(letters.indexOf('Signinat'));
    assert.equal(rows.split('u').length - 1 - 'Trustpilottrustpilot'.split('u').length + 1, username.length);
    assert.equal(letters.match(/p{9,}/)![0].length, password.length);
    for (const part of email.split('.')) assert.ok(rows.includes(part), part);
    assert.ok(!letters.includes('…'));
  });

  it('is the same for the same data', async () => {
    const data = sampleReport({ listings: sampleListings(3) });
    assert.deepEqual(await buildDocument('pdf', data), await buildDocument('pdf', data));
  });
});
