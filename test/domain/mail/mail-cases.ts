/** Mails such as directories send, and such as are not to be taken for one with a code. */

export interface CodeCase {
  name: string;
  subject: string;
  text: string;
  code: string | null;
}

export const CODE_CASES: CodeCase[] = [
  {
    name: 'on its line',
    subject: 'Verify your email',
    text: 'Hi,\n\nYour verification code is:\n\n493817\n\nIt expires in 10 minutes.',
    code: '493817',
  },
  {
    name: 'in a sentence',
    subject: 'Welcome',
    text: 'Use code 8241 to confirm your account within 15 minutes.',
    code: '8241',
  },
  {
    name: 'in the subject',
    subject: '771204 is your ProductBoard code',
    text: 'Enter it on the page you came from.',
    code: '771204',
  },
  {
    name: 'after the code word in the subject',
    subject: 'Your login code: 30 41 92',
    text: 'See the subject.',
    code: null,
  },
  { name: 'in two groups', subject: 'Confirm', text: 'Your confirmation code is 123 456', code: '123456' },
  { name: 'with a dash', subject: 'Sign in', text: 'One-time passcode\n\n482-913\n\nDo not share it.', code: '482913' },
  {
    name: 'with a prefix',
    subject: 'Account verification',
    text: 'G-739201 is your verification code.',
    code: '739201',
  },
  {
    name: 'of capitals and digits',
    subject: 'Your code',
    text: 'Enter the code below:\n\nK7QX2M\n\nThanks',
    code: 'K7QX2M',
  },
  { name: 'of capitals only', subject: 'Verification', text: 'Your verification code: QWHZTRPL', code: 'QWHZTRPL' },
  {
    name: 'of capitals and digits before the word',
    subject: 'XK7P2Q is your verification code',
    text: 'Enter it on the page you came from.',
    code: 'XK7P2Q',
  },
  {
    name: 'of capitals before the word, with a name between',
    subject: 'Welcome',
    text: 'QWHZTRPL is your Top Tools login code.',
    code: 'QWHZTRPL',
  },
  { name: 'before the word in German', subject: 'Anmeldung', text: 'A7XK2P ist Ihr Bestätigungscode.', code: 'A7XK2P' },
  { name: 'none, but a name before the word', subject: 'ACME updates', text: 'ACME wants you to confirm.', code: null },
  {
    name: 'none, but a name before another sentence with the word',
    subject: 'Welcome',
    text: 'Thank you for submitting Acme 2000 to A Directory. Please confirm it.',
    code: null,
  },
  { name: 'in bold Markdown', subject: 'Confirm', text: 'Your PIN is **5502**.', code: '5502' },
  {
    name: 'in German',
    subject: 'Bestätigung Ihrer Anmeldung',
    text: 'Guten Tag,\n\nIhr Bestätigungscode lautet: 604412.\n\nMit freundlichen Grüßen',
    code: '604412',
  },
  {
    name: 'in French',
    subject: 'Vérifiez votre adresse',
    text: 'Votre code de vérification est 118 402. Il expire dans 5 minutes.',
    code: '118402',
  },
  { name: 'in Spanish', subject: 'Tu código', text: 'Introduce este código para continuar:\n\n90314', code: '90314' },
  { name: 'in Portuguese', subject: 'Código de verificação', text: 'Seu código é 552871', code: '552871' },
  { name: 'in Italian', subject: 'Conferma', text: 'Il tuo codice di verifica: 220190', code: '220190' },
  { name: 'in Dutch', subject: 'Bevestig', text: 'Je verificatiecode is 731145', code: '731145' },
  { name: 'in Polish', subject: 'Potwierdź', text: 'Twój kod weryfikacyjny to 481516', code: '481516' },
  { name: 'in Swedish', subject: 'Bekräfta', text: 'Din verifieringskod är 230042', code: '230042' },
  {
    name: 'in Turkish',
    subject: 'Doğrulama',
    text: 'Doğrulama kodunuz aşağıdadır. Kodu girin:\n\n667812',
    code: '667812',
  },
  { name: 'in Russian', subject: 'Подтверждение', text: 'Ваш код подтверждения: 904417', code: '904417' },
  { name: 'in Greek', subject: 'Επιβεβαίωση', text: 'Ο κωδικός σας είναι 315577', code: '315577' },
  { name: 'in Japanese', subject: '認証コードのお知らせ', text: '認証コードは492013です。', code: '492013' },
  { name: 'in Chinese', subject: '邮箱验证', text: '您的验证码是：830274，10分钟内有效。', code: '830274' },
  { name: 'in Korean', subject: '이메일 인증', text: '인증번호: 551209', code: '551209' },
  { name: 'in Arabic, with its own digits', subject: 'تأكيد', text: 'رمز التحقق الخاص بك هو ٤٨١٢٠٧', code: '481207' },
  { name: 'in Hebrew', subject: 'אימות', text: 'קוד האימות שלך: 77120', code: '77120' },
  { name: 'in full-width digits', subject: '確認コード', text: '確認コード：３９２０１７', code: '392017' },
  {
    name: 'before the year in the footer',
    subject: 'Your code',
    text: 'Your code: 4410\n\n© 2026 Directory Inc., 94107 San Francisco',
    code: '4410',
  },
  {
    name: 'beside an order of more digits',
    subject: 'Your code',
    text: 'Submission 123456789 needs a code: 712903.',
    code: '712903',
  },
  {
    name: 'none, but a link',
    subject: 'Confirm your email',
    text: 'Please confirm your email address: https://directory.example/confirm/839201?code=123456',
    code: null,
  },
  {
    name: 'none, but a year',
    subject: 'Your listing is live',
    text: 'Thank you for your submission.\n\n© 2026 Directory Inc.',
    code: null,
  },
  { name: 'none, but a price', subject: 'Upgrade', text: 'Get the badge for $4900 or 5900 EUR.', code: null },
  {
    name: 'none, but a telephone number',
    subject: 'Confirm your call',
    text: 'To confirm, call +1 415 555 2671 or (415) 555-2671.',
    code: null,
  },
  {
    name: 'none, but a postcode of a street',
    subject: 'Welcome',
    text: 'Directory Inc., 1455 Market Street, San Francisco 94103',
    code: null,
  },
  {
    name: 'none, but a date and a time',
    subject: 'Confirm before 2026-11-30',
    text: 'Please confirm before 30.11.2026, 18:30.',
    code: null,
  },
  {
    name: 'none, but words in capitals',
    subject: 'VERIFY YOUR EMAIL',
    text: 'CLICK HERE TO CONFIRM YOUR EMAIL ADDRESS',
    code: null,
  },
  { name: 'none at all', subject: '', text: '', code: null },
];

export interface LinkCase {
  name: string;
  text: string;
  html: string;
  links: string[];
}

export const LINK_CASES: LinkCase[] = [
  {
    name: 'at the end of a sentence',
    text: 'Go to https://a.example/confirm?t=1.',
    html: '',
    links: ['https://a.example/confirm?t=1'],
  },
  {
    name: 'in brackets',
    text: '(see https://a.example/x) and [https://b.example/y]',
    html: '',
    links: ['https://a.example/x', 'https://b.example/y'],
  },
  {
    name: 'with brackets of its own',
    text: 'https://a.example/wiki/A_(b)',
    html: '',
    links: ['https://a.example/wiki/A_(b)'],
  },
  {
    name: 'in angle brackets',
    text: '<https://a.example/confirm/abc>',
    html: '',
    links: ['https://a.example/confirm/abc'],
  },
  { name: 'twice', text: 'https://a.example/x https://A.example/x', html: '', links: ['https://a.example/x'] },
  {
    name: 'in HTML, its entities read',
    text: '',
    html: '<p><a href="https://a.example/c?u=1&amp;t=2">Confirm</a>',
    links: ['https://a.example/c?u=1&t=2'],
  },
  {
    name: 'in HTML that is broken',
    text: '',
    html: "<a href='https://a.example/1'><a href=https://a.example/2",
    links: ['https://a.example/1'],
  },
  {
    name: 'of HTML before those of the text',
    text: 'https://b.example/',
    html: '<a href="https://a.example/">x</a>',
    links: ['https://a.example/', 'https://b.example/'],
  },
  {
    name: 'of other schemes, which are none',
    text: 'javascript:alert(1) mailto:a@b.example ftp://a.example data:text/html,x',
    html: '<a href="javascript:alert(1)">x</a><a href=" data:text/html,x">y</a><a href="//a.example">z</a><a href="/rel">r</a>',
    links: [],
  },
  { name: 'with a user, which hides the host', text: 'https://bank.example@evil.example/', html: '', links: [] },
  {
    name: 'longer than 2,048 characters',
    text: '',
    html: `<a href="https://a.example/${'x'.repeat(2_100)}">x</a>`,
    links: [],
  },
];
