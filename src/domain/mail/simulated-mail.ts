/** The logins and mail of test mode: which directories have them is fixed by the directory. */
import { fractionOf } from '../spread.ts';
import type { WrittenMail } from './mail-content.ts';

/** What test mode does when a listing reaches a directory. */
export type SimulatedLogin = 'none' | 'login' | 'login_and_link' | 'login_and_code';

/** Half the directories make a login, and half of these send mail: with a link, or with a code. */
export function simulatedLogin(directoryId: string): SimulatedLogin {
  const fraction = fractionOf(`${directoryId} login`);
  if (fraction < 0.5) return 'none';
  if (fraction < 0.75) return 'login';
  return fraction < 0.875 ? 'login_and_link' : 'login_and_code';
}

/** A mail such as directories send after a submission. */
export function simulatedMail(
  kind: 'login_and_link' | 'login_and_code',
  directory: { name: string; url: string },
  projectName: string,
  random: { token: string; code: string },
): WrittenMail {
  const { name } = directory;
  const from = `${name} <no-reply@${URL.parse(directory.url)?.hostname ?? 'directory.test'}>`;
  const greeting = `Hi,\n\nthank you for submitting ${projectName} to ${name}.`;
  const sign = `If you did not submit it, you can ignore this email.\n\nThe ${name} team (test mode: nothing was sent)`;
  if (kind === 'login_and_code') {
    const text = `${greeting} Enter this verification code to confirm your email address:\n\n${random.code}\n\nIt expires in 30 minutes. ${sign}`;
    return { from, subject: `Your ${name} verification code`, text, html: '' };
  }
  const link = `${directory.url.replace(/\/$/, '')}/confirm/${random.token}`;
  const text = `${greeting} Please confirm your email address:\n\n${link}\n\n${sign}`;
  return { from, subject: `Confirm your submission to ${name}`, text, html: '' };
}
