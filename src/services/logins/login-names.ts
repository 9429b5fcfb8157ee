import { randomBytes, randomInt } from 'node:crypto';

/** Without those that look alike when somebody reads them out. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const PASSWORD_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const MAILBOX_LENGTH = 16;
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** The local part of a new mailbox: 80 random bits, so that only who was told it can write to it. */
export function newMailbox(): string {
  return Array.from(randomBytes(MAILBOX_LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('');
}

/** A user name for a directory's form: letters and digits, made of the project's name. It says nothing of the mailbox. */
export function newUsername(projectName: string): string {
  const letters = projectName
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
  const name = letters.replace(/^\d+/, '').slice(0, 12) || 'product';
  return name + String(randomInt(1_000, 10_000));
}

/** A password of capitals, small letters, digits and dashes, which every form takes: 115 random bits. */
export function newPassword(): string {
  for (;;) {
    const groups = Array.from({ length: GROUPS }, () =>
      Array.from({ length: GROUP_LENGTH }, () => PASSWORD_LETTERS[randomInt(PASSWORD_LETTERS.length)]).join(''),
    );
    const password = groups.join('-');
    if (/[A-Z]/.test(password) && /[a-z]/.test(password) && /[0-9]/.test(password)) return password;
  }
}
