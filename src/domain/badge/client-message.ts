/** What an agency forwards to its client, who need know nothing of this service (specification 2.9). */
export function clientMessage(name: string, siteUrl: string): string {
  return [
    `Some directories list ${name} only while their badge is on ${siteUrl}.`,
    'One small piece of code on your site shows every badge that is needed, and keeps them up to date by itself.',
    'We send it for Next.js, PHP, WordPress, nginx and plain HTML, and as an instruction for an AI coding assistant:',
    'please choose the one that fits your site, put it where the badges may stand (the footer is usual), publish it, and tell us.',
    'It loads nothing in your visitors’ browsers but small logos, runs no scripts there, and shows nothing when the badges cannot be had.',
  ].join(' ');
}
