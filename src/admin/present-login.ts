import { toSecond } from '../domain/time.ts';
import type { EmailObject } from '../resources/email.ts';
import type { OpenLogin } from '../services/logins/provide-login.ts';
import { formatFields } from './report.ts';

/** A login for programs, with its password. */
export function loginJson(login: OpenLogin) {
  return {
    object: 'login',
    mode: login.livemode ? 'live' : 'test',
    project: login.project_id,
    listing: login.listing_id,
    directory: { id: login.directory_id, name: login.directory_name },
    email: login.email,
    username: login.username,
    password: login.password,
    login_url: login.login_url,
    created_at: toSecond(login.created_at),
    last_email_at: login.last_email_at && toSecond(login.last_email_at),
  };
}

/** A login for people, a property a line. */
export function loginText(login: OpenLogin): string {
  return formatFields([
    ['directory', `${login.directory_name}, ${login.login_url}`],
    ['email', login.email],
    ['username', login.username],
    ['password', login.password],
    ['created', toSecond(login.created_at)],
    ['last email', login.last_email_at ? toSecond(login.last_email_at) : '-'],
  ]);
}

/** A mail for people: its head, then its text. */
export function emailText({ from, subject, received_at, code, links, text }: EmailObject): string {
  const head = formatFields([
    ['received', received_at],
    ['from', from],
    ['subject', subject],
    ['code', code ?? '-'],
    ...links.map((link) => ['link', link] as const),
  ]);
  return `${head}\n\n${text.replaceAll(/^/gm, '  ')}`;
}
