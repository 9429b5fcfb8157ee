import type { ReportData, ReportListing } from '../../../src/documents/report-data.ts';

const DAY_MS = 86_400_000;
export const AS_OF = new Date('2026-11-21T15:20:00Z');

export const LONG_LINK = `https://directory.example/${'x'.repeat(2_048 - 26)}`;

/** Names of directories in many scripts, and some that a program could take for something else. */
export const NAMES = [
  'Trustpilot',
  'دليل الشركات (الرياض) 2026',
  '软件目录网 中国',
  '軟體目錄 臺灣',
  '日本の製品ディレクトリ',
  '한국 소프트웨어',
  'מדריך תוכנה',
  'Каталог сервисов',
  'Ελληνικός κατάλογος',
  'सॉफ्टवेयर निर्देशिका',
  'தமிழ் அடைவு',
  'ไดเรกทอรีซอฟต์แวร์',
  'საქართველო',
  '🚀 LaunchPad 👩‍💻 🇩🇪',
  '=SUM(A1:A9)',
  '+49 Directory',
  '-1+1|cmd',
  '@mention & <b>"co"</b>',
];

/** A word of each script that reports are set in. */
export const SCRIPTS = {
  Latin: 'Łódź Việt',
  Greek: 'Κατάλογος',
  Cyrillic: 'Каталог',
  Armenian: 'Տեղեկատու',
  Georgian: 'ცნობარი',
  Hebrew: 'מדריך',
  Arabic: 'دليل',
  Syriac: 'ܣܘܪܝܝܐ',
  Thaana: 'ދިވެހި',
  Nko: 'ߒߞߏ',
  Ethiopic: 'አማርኛ',
  Devanagari: 'निर्देशिका',
  Bengali: 'ডিরেক্টরি',
  Gurmukhi: 'ਪੰਜਾਬੀ',
  Gujarati: 'ગુજરાતી',
  Oriya: 'ଓଡ଼ିଆ',
  Tamil: 'தமிழ்',
  Telugu: 'తెలుగు',
  Kannada: 'ಕನ್ನಡ',
  Malayalam: 'മലയാളം',
  Sinhala: 'සිංහල',
  Thai: 'ไดเรกทอรี',
  Lao: 'ລາວ',
  Khmer: 'ខ្មែរ',
  Myanmar: 'မြန်မာ',
  Tibetan: 'བོད་ཡིག',
  Javanese: 'ꦗꦮ',
  Ol_Chiki: 'ᱥᱟᱱᱛᱟᱲᱤ',
  Meetei_Mayek: 'ꯃꯩꯇꯩ',
  Han: '软件軟體',
  Hiragana: 'ひらがな',
  Katakana: 'カタカナ',
  Bopomofo: 'ㄅㄆㄇ',
  Hangul: '소프트웨어',
  Cherokee: 'ᏣᎳᎩ',
  Canadian_Aboriginal: 'ᐃᓄᒃᑎᑐᑦ',
  Tifinagh: 'ⵜⵉⴼⵉⵏⴰⵖ',
};

const STATUSES = [
  'live',
  'submitted',
  'live',
  'in_progress',
  'action_required',
  'pending',
  'not_accepted',
  'cancelled',
];

export function sampleListings(count: number): ReportListing[] {
  return Array.from({ length: count }, (_, index) => {
    const status = STATUSES[index % STATUSES.length] as ReportListing['status'];
    const createdAt = new Date(AS_OF.getTime() - 40 * DAY_MS);
    const isSubmitted = status === 'live' || status === 'submitted' || status === 'not_accepted';
    const submittedAt = isSubmitted ? new Date(createdAt.getTime() + (index % 20) * DAY_MS + 3_600_000) : null;
    const liveAt = status === 'live' ? new Date(submittedAt!.getTime() + DAY_MS) : null;
    return {
      directory: NAMES[index] ?? `Directory ${index}`,
      directoryUrl: `https://directory-${index}.example/`,
      domainRating: 100 - index,
      status,
      reason: status === 'not_accepted' ? 'declined' : status === 'cancelled' ? 'withdrawn' : null,
      liveUrl:
        status !== 'live' ? null : index === 0 ? LONG_LINK : `https://directory-${index}.example/produit-é?a=1&b=<2>`,
      createdAt,
      submittedAt,
      liveAt,
      movedAt: liveAt ?? submittedAt ?? createdAt,
    };
  });
}

export function sampleReport(overrides: Partial<ReportData> = {}): ReportData {
  return {
    livemode: true,
    asOf: AS_OF,
    agency: { name: 'Söhne & Co. <Agency>', logo: null, primaryColor: '#7c3aed', accentColor: '#0f766e' },
    project: { name: 'Acme & <Tools>', url: 'https://acme-tools.io', tagline: 'Ship faster', domainRating: 42 },
    ratingAttribution: 'Ratings by Somebody (https://ratings.example)',
    listings: sampleListings(100),
    logins: null,
    ...overrides,
  };
}

export const LOGINS: NonNullable<ReportData['logins']> = [
  {
    directory: 'Trustpilot',
    email: 'l0001@mail.listings.example',
    username: '=acme',
    password: '+Correct-Horse-7',
    loginUrl: 'https://trustpilot.example/login',
  },
  {
    directory: '软件目录网',
    email: 'l0002@mail.listings.example',
    username: 'acme',
    password: '+Correct-Horse-7',
    loginUrl: null,
  },
];
