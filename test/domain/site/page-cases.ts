import type { DerivedFields } from '../../../src/domain/site/derive-fields.ts';

/** A saved page as a site would serve it, and what is read from it. */
export interface PageCase {
  readonly file: string;
  readonly url: string;
  readonly contentType?: string;
  /** The charset the page is served in; the files are UTF-8. */
  readonly encoding?: string;
  readonly manifest?: object;
  readonly fields: DerivedFields;
  readonly logos?: readonly string[];
  readonly screenshots?: readonly string[];
}

/** One case for each file of `pages`. */
export const pageCases: readonly PageCase[] = [
  {
    file: 'arabic.html',
    url: 'https://fatoorati.sa/',
    fields: {
      name: 'فاتورتي',
      tagline: 'الفوترة الإلكترونية للمتاجر',
      shortDescription: 'أنشئ فواتيرك وأرسلها في دقيقة واحدة، وتابع ما دُفع وما تأخّر.',
    },
    screenshots: ['https://fatoorati.sa/share.webp'],
  },
  {
    file: 'base-tag.html',
    url: 'https://foxglove.app/en',
    fields: { name: 'Foxglove', tagline: 'Plant care reminders', shortDescription: null },
    logos: ['https://cdn.foxglove.app/site/v2/icon.png'],
    screenshots: ['https://cdn.foxglove.app/site/v2/images/share.png'],
  },
  {
    file: 'broken-json-ld.html',
    url: 'https://broken-json-ld.example/',
    fields: {
      name: 'Dovetail',
      tagline: 'Kitchens, made by hand in Devon.',
      shortDescription: 'Kitchens, made by hand in Devon.',
    },
    logos: ['https://broken-json-ld.example/dovetail.png'],
  },
  {
    file: 'challenge.html',
    url: 'https://challenge.example/',
    fields: { name: null, tagline: null, shortDescription: null },
  },
  {
    file: 'chinese-gbk.html',
    url: 'https://www.yunfan.example/',
    encoding: 'gbk',
    fields: {
      name: '云帆科技',
      tagline: '企业级数据同步平台',
      shortDescription: '云帆科技为企业提供稳定、安全、高效的数据同步服务，支持三十多种数据源。',
    },
    screenshots: ['https://www.yunfan.example/images/banner.jpg'],
  },
  {
    file: 'create-react-app.html',
    url: 'https://cra.example/',
    manifest: {
      short_name: 'React App',
      name: 'Create React App Sample',
      icons: [{ src: 'logo512.png', type: 'image/png', sizes: '512x512' }],
    },
    fields: { name: null, tagline: null, shortDescription: null },
    logos: ['https://cra.example/logo512.png', 'https://cra.example/logo192.png'],
  },
  {
    file: 'declared-latin1-is-utf8.html',
    url: 'https://cafe-metro.example/',
    contentType: 'text/html; charset=ISO-8859-1',
    fields: {
      name: 'Café Métro',
      tagline: 'Réservez votre table',
      shortDescription: 'Des tables à Montréal, réservées en deux clics.',
    },
  },
  {
    file: 'declared-utf8-is-windows-1252.html',
    url: 'https://mueller-moebel.example/',
    contentType: 'text/html; charset=utf-8',
    encoding: 'windows-1252',
    fields: {
      name: 'Müllers Möbel',
      tagline: 'Maßmöbel aus Köln',
      shortDescription: 'Tische und Schränke „nach Maß“ – gebaut in Köln.',
    },
  },
  {
    file: 'docs-site.html',
    url: 'https://quillstack.example/docs/start/',
    fields: {
      name: 'Quillstack',
      tagline: 'Getting started',
      shortDescription: 'Install Quillstack with one command and write your first pipeline.',
    },
  },
  {
    file: 'emoji.html',
    url: 'https://emoji.example/',
    fields: {
      name: 'Launchlist',
      tagline: 'Waitlists people share 👩‍🚀',
      shortDescription: '🎉 Collect sign-ups in minutes 👨‍👩‍👧. نرم‌افزار too.',
    },
  },
  { file: 'empty.html', url: 'https://empty.example/', fields: { name: null, tagline: null, shortDescription: null } },
  {
    file: 'endless-description.html',
    url: 'https://endless-description.example/',
    fields: {
      name: 'Wordmill',
      tagline: 'keywords keywords keywords',
      shortDescription:
        'mill, milling, milled, miller, mills, flour, grain, wheat, barley, rye, oats, corn, rice, spelt, millet, sorghum, quinoa, buckwheat, amaranth, teff, fonio, triticale, durum, semolina, bulgur, farro, emmer, einkorn, kamut, freekeh, couscous, polenta, grits, hominy, masa, porridge, muesli, granola, flakes, bran, germ, husk, chaff, straw, hay, silage, fodder, feed, seed, sowing, tilling, ploughing, harrowing, reaping, threshing, winnowing, sieving, sifting, grinding, rolling, pressing, packing…',
    },
  },
  {
    file: 'framer.html',
    url: 'https://trylumen.example/',
    fields: {
      name: 'Lumen',
      tagline: 'the calm way to run standups',
      shortDescription: 'Async standups that take two minutes and end on time. Works in Slack and Teams.',
    },
    logos: ['https://framerusercontent.com/images/light.png', 'https://framerusercontent.com/images/dark.png'],
    screenshots: ['https://framerusercontent.com/assets/lumen.png'],
  },
  {
    file: 'host-as-brand.html',
    url: 'https://cali.com/',
    fields: { name: 'Cali.com', tagline: 'Open scheduling for everyone', shortDescription: null },
  },
  {
    file: 'host-as-site-name.html',
    url: 'https://ledgerly.app/',
    fields: { name: 'Ledgerly', tagline: 'Accounting you can read', shortDescription: null },
    screenshots: ['https://ledgerly.app/card.png'],
  },
  {
    file: 'idn.html',
    url: 'https://bäckerbote.example/',
    fields: {
      name: 'BäckerBote',
      tagline: 'Frische Brötchen vor der Haustür, jeden Morgen um sechs Uhr und ohne Abo',
      shortDescription: null,
    },
  },
  {
    file: 'japanese-shift-jis.html',
    url: 'https://midori-kaikei.example/lp/index.html',
    encoding: 'shift_jis',
    fields: {
      name: 'ミドリ会計',
      tagline: '中小企業のためのクラウド会計ソフト',
      shortDescription:
        'ミドリ会計は、請求書の作成から確定申告までをひとつにまとめるクラウド会計ソフトです。①年間5,000社が利用。',
    },
    logos: ['https://midori-kaikei.example/lp/img/webclip.png'],
  },
  {
    file: 'korean-euc-kr.html',
    url: 'https://daonnote.example/',
    encoding: 'euc-kr',
    fields: {
      name: '다온노트',
      tagline: '함께 쓰는 회의록',
      shortDescription: '회의가 끝나면 회의록도 끝납니다. 다온노트 하나로.',
    },
  },
  {
    file: 'long-description.html',
    url: 'https://long-description.example/',
    fields: {
      name: 'Harbor',
      tagline: 'Harbor keeps the paperwork of small shipping companies in one place.',
      shortDescription:
        'Harbor keeps the paperwork of small shipping companies in one place. It reads bills of lading, customs forms and insurance papers, and files them by voyage. Captains see what is missing before they leave port. Offices see what is late before the fines arrive. Everything is searchable in eleven languages, and nothing is ever deleted without a second pair of eyes. Harbor runs on the ship as well as ashore, and catches up whenever there is a connection.',
    },
  },
  {
    file: 'long-title.html',
    url: 'https://long-title.example/',
    fields: {
      name: null,
      tagline: 'Rent the best cameras, lenses, drones, lights and microphones by the day, week or month with…',
      shortDescription: null,
    },
  },
  {
    file: 'malformed.html',
    url: 'https://malformed.example/',
    fields: { name: 'Patchwork', tagline: 'Quilting patterns, printed at home', shortDescription: null },
    logos: ['https://malformed.example/p.png'],
    screenshots: ['https://malformed.example/quilt.jpg'],
  },
  {
    file: 'manifest-only.html',
    url: 'https://fieldwork.example/app/',
    manifest: {
      name: 'Northwind Field Service',
      short_name: 'Northwind',
      description: 'Jobs, parts and signatures, even without a signal.',
      icons: [
        { src: '/i/192.png', sizes: '192x192', type: 'image/png' },
        { src: '/i/512.png', sizes: '512x512' },
        { src: '/i/mono.png', sizes: '1024x1024', purpose: 'monochrome' },
      ],
      screenshots: [{ src: 'shots/1.png', sizes: '1280x720' }, { src: 'shots/2.png' }],
    },
    fields: {
      name: 'Northwind',
      tagline: 'Jobs, parts and signatures, even without a signal.',
      shortDescription: 'Jobs, parts and signatures, even without a signal.',
    },
    logos: ['https://fieldwork.example/i/512.png', 'https://fieldwork.example/i/192.png'],
    screenshots: ['https://fieldwork.example/app/shots/1.png', 'https://fieldwork.example/app/shots/2.png'],
  },
  {
    file: 'many-images.html',
    url: 'https://many-images.example/',
    fields: { name: 'Pixelbank', tagline: 'Stock photos of ordinary life', shortDescription: null },
    logos: [
      'https://many-images.example/i/512.png',
      'https://many-images.example/i/256.png',
      'https://many-images.example/i/touch.png',
      'https://many-images.example/i/96.png',
      'https://many-images.example/i/32.png',
    ],
    screenshots: [
      'https://many-images.example/s/1.jpg',
      'https://many-images.example/s/2.jpg',
      'https://many-images.example/s/3.jpg',
      'https://many-images.example/s/4.jpg',
      'https://many-images.example/s/5.jpg',
    ],
  },
  {
    file: 'meta-refresh.html',
    url: 'https://meta-refresh.example/',
    fields: { name: null, tagline: null, shortDescription: null },
  },
  {
    file: 'name-last.html',
    url: 'https://name-last.example/',
    fields: {
      name: 'Orbit',
      tagline: 'Payroll for remote teams in 40 countries',
      shortDescription: 'Pay anyone, anywhere.',
    },
  },
  {
    file: 'nested-entities.html',
    url: 'https://nested-entities.example/',
    fields: {
      name: 'Salt & Stone',
      tagline: 'Café "supplies" <wholesale>',
      shortDescription: 'Beans & cups — delivered weekly. &notanentity;',
    },
  },
  {
    file: 'next-js.html',
    url: 'https://tidepool.dev/',
    fields: {
      name: 'Tidepool',
      tagline: 'Feature flags without the fear',
      shortDescription: 'Ship behind flags, roll out by percentage and roll back in a second.',
    },
    logos: ['https://tidepool.dev/apple-icon.png?77'],
    screenshots: ['https://tidepool.dev/opengraph-image?9d1f0c', 'https://tidepool.dev/twitter-image.png'],
  },
  {
    file: 'not-found.html',
    url: 'https://not-found.example/',
    fields: { name: null, tagline: null, shortDescription: null },
  },
  {
    file: 'only-json-ld.html',
    url: 'https://only-json-ld.example/',
    fields: {
      name: 'Kite Forms',
      tagline: 'Forms, on a short string',
      shortDescription: 'Forms that look like yours and end up in your spreadsheet.',
    },
    logos: ['https://only-json-ld.example/logo.png'],
    screenshots: [
      'https://kiteforms.com/shots/editor.png',
      'https://only-json-ld.example/img/one.png',
      'https://only-json-ld.example/img/two.png',
    ],
  },
  {
    file: 'private-suffix.html',
    url: 'https://tinypress.github.io/docs/',
    fields: { name: 'tinypress', tagline: 'The tiniest static site generator', shortDescription: null },
    logos: ['https://tinypress.github.io/docs/favicon.png'],
  },
  {
    file: 'russian-windows-1251.html',
    url: 'https://skladnoy.example/',
    encoding: 'windows-1251',
    fields: {
      name: 'Складной',
      tagline: 'складской учёт для небольших магазинов',
      shortDescription: 'Программа «Складной» ведёт остатки, заказы и возвраты. Первый месяц бесплатно.',
    },
    logos: ['https://skladnoy.example/favicon-120.png'],
  },
  {
    file: 'sentence-title.html',
    url: 'https://beehivehq.example/',
    fields: {
      name: 'Beehive HQ',
      tagline: 'Beehive HQ is the easiest way to run a community, from first member to first million',
      shortDescription: null,
    },
  },
  {
    file: 'shopify.html',
    url: 'https://northbeam-coffee.com/',
    fields: {
      name: 'Northbeam Coffee',
      tagline: 'Small-batch coffee, roasted on Tuesdays',
      shortDescription: 'Small-batch coffee from growers we know by name. Free shipping over $40.',
    },
    logos: [
      'https://northbeam-coffee.com/cdn/shop/files/logo.png?v=1&width=500',
      'https://northbeam-coffee.com/cdn/shop/files/fav.png?crop=center&height=32&v=1614&width=32',
    ],
    screenshots: ['https://northbeam-coffee.com/cdn/shop/files/social.jpg?v=1614'],
  },
  {
    file: 'single-page-app.html',
    url: 'https://single-page-app.example/',
    fields: { name: null, tagline: null, shortDescription: null },
  },
  {
    file: 'slow-refresh.html',
    url: 'https://slow-refresh.example/',
    fields: { name: 'Tickerbox', tagline: 'live prices on a wall', shortDescription: null },
  },
  {
    file: 'static.html',
    url: 'https://acme.example/',
    fields: {
      name: 'Acme',
      tagline: 'Invoices for teams',
      shortDescription: 'Acme sends, tracks and reconciles invoices for small teams.',
    },
    logos: ['https://acme.example/img/icon-32.png'],
  },
  {
    file: 'title-only.html',
    url: 'https://title-only.example/',
    fields: { name: 'Snapdragon Notes', tagline: null, shortDescription: null },
  },
  {
    file: 'unclosed-svg.html',
    url: 'https://unclosed-svg.example/',
    fields: { name: 'Gantry', tagline: 'Deploys you can watch', shortDescription: null },
    screenshots: ['https://unclosed-svg.example/a.png', 'https://unclosed-svg.example/b.png'],
  },
  {
    file: 'unclosed-title.html',
    url: 'https://unclosed-title.example/',
    fields: { name: 'Spoke Doctor', tagline: 'Mobile bike repair', shortDescription: 'Bikes, fixed while you work.' },
  },
  {
    file: 'unknown-charset.html',
    url: 'https://jardinsur.example/',
    encoding: 'windows-1252',
    fields: { name: 'Jardín Sur', tagline: 'Diseño de jardines en Málaga', shortDescription: null },
  },
  {
    file: 'webflow.html',
    url: 'https://www.hireloop.io/',
    fields: {
      name: 'Hireloop',
      tagline: 'Interview scheduling on autopilot',
      shortDescription: 'Candidates book themselves. Panels fill themselves. You hire.',
    },
    logos: ['https://assets.website-files.com/64a/webclip.png', 'https://assets.website-files.com/64a/favicon.png'],
    screenshots: ['https://assets.website-files.com/64a/og.png'],
  },
  {
    file: 'welcome.html',
    url: 'https://welcome.example/',
    fields: { name: 'Riverbend Yoga', tagline: 'Breathe out. Slowly.', shortDescription: null },
  },
  {
    file: 'wordpress-untouched.html',
    url: 'https://pinecraft.studio/',
    fields: { name: 'Pinecraft', tagline: null, shortDescription: null },
  },
  {
    file: 'wordpress-yoast.html',
    url: 'https://maple-sons.com/',
    fields: {
      name: 'Maple & Sons Bookkeeping',
      tagline: 'Your books, closed by the fifth',
      shortDescription: 'Bookkeeping for restaurants that don’t have time for it.',
    },
    logos: [
      'https://maple-sons.com/wp-content/uploads/2022/01/logo.png',
      'https://maple-sons.com/wp-content/uploads/2022/01/cropped-fav-192x192.png',
      'https://maple-sons.com/wp-content/uploads/2022/01/cropped-fav-180x180.png',
      'https://maple-sons.com/wp-content/uploads/2022/01/cropped-fav-32x32.png',
    ],
    screenshots: ['https://maple-sons.com/wp-content/uploads/2023/04/hero.jpg'],
  },
];
