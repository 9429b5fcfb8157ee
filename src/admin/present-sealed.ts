import { keyIdOf, type SecretKeys } from '../crypto/secret-keys.ts';
import { FEED_KEPT_MS } from '../domain/feed.ts';
import type { SealedCount } from '../services/secrets/count-sealed.ts';
import type { ResealedColumn } from '../services/secrets/reseal.ts';
import { formatTable } from './report.ts';

/** What is sealed now, and what follows from it for the keys that are accepted beside `SECRET_KEY`. */
export interface SealedState {
  keys: SecretKeys;
  counts: SealedCount[];
  now: Date;
}

export function stateJson(state: SealedState): object {
  return {
    key: idOf(state.keys[0]),
    accepted: state.keys.slice(1).map(idOf),
    sealed: state.counts,
    left: leftOf(state),
    unopenable: unopenableOf(state),
    droppable_at: mayDrop(state) ? cursorsEnd(state).toISOString() : null,
  };
}

export function countsTable({ keys, counts }: SealedState): string {
  const present = idOf(keys[0]);
  const nameOf = (key: string | null) =>
    key === null ? 'no key given' : key === present ? 'SECRET_KEY' : 'SECRET_KEYS_ACCEPTED';
  return formatTable(
    ['sealed', 'key', 'which is', 'rows'],
    counts.map(({ table, column, key, marked, rows }) => [
      `${table}.${column}`,
      `${key ?? ''}${key !== null && !marked ? ' (unmarked)' : ''}`,
      nameOf(key),
      String(rows),
    ]),
  );
}

export function resealedTable(columns: ResealedColumn[]): string {
  return formatTable(
    ['sealed', 're-sealed'],
    columns.map(({ table, column, resealed }) => [`${table}.${column}`, String(resealed)]),
  );
}

/** What an operator is to do next, in sentences. */
export function advice(state: SealedState): string {
  const unopenable = unopenableOf(state);
  const left = leftOf(state);
  if (unopenable > 0) {
    return `Drop no key: ${rows(unopenable)} that no key given opens. SECRET_KEYS_ACCEPTED lacks the key that sealed them.`;
  }
  if (left > 0) return `Drop no key: ${rows(left)} to re-seal under SECRET_KEY (${idOf(state.keys[0])}).`;
  const done = `Everything is sealed under SECRET_KEY (${idOf(state.keys[0])}).`;
  if (!mayDrop(state)) return done;
  const day = cursorsEnd(state).toISOString().slice(0, 10);
  return [
    `${done} The keys in SECRET_KEYS_ACCEPTED still verify cursors, which are good for 90 days: they may be dropped 90`,
    `days after the last process ended that had one of them as SECRET_KEY. If all had ended by now, that is ${day}.`,
  ].join('\n');
}

function idOf(secretKey: Buffer): string {
  return keyIdOf(secretKey).toString('hex');
}

function rows(count: number): string {
  return count === 1 ? 'there is 1 row' : `there are ${count} rows`;
}

function mayDrop(state: SealedState): boolean {
  return state.keys.length > 1 && leftOf(state) === 0 && unopenableOf(state) === 0;
}

function cursorsEnd({ now }: SealedState): Date {
  return new Date(now.getTime() + FEED_KEPT_MS);
}

function leftOf({ keys, counts }: SealedState): number {
  const present = idOf(keys[0]);
  return sum(counts.filter(({ key, marked }) => key !== null && !(marked && key === present)));
}

function unopenableOf({ counts }: SealedState): number {
  return sum(counts.filter(({ key }) => key === null));
}

function sum(counts: SealedCount[]): number {
  return counts.reduce((total, { rows }) => total + rows, 0);
}
