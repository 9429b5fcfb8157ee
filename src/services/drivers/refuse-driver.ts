import { wrongPlaceholder, TEMPLATE_FIELDS } from '../../domain/driver-template.ts';
import { describeFailure } from '../../errors.ts';
import { DirectoryDriverSchema, type DirectoryDriver } from '../../resources/directory-driver.ts';
import { findFailures } from '../../resources/validation.ts';

/** What the service itself says in these headers. */
const OWN_HEADERS = [
  'accept',
  'accept-encoding',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'idempotency-key',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'user-agent',
];

/** Answers that mean the same for every directory, whatever its description. */
const FIXED_STATUSES = [401, 403, 408, 425, 429];

/** A sentence that says what is wrong with a description of a driver, which may be any JSON, or null. */
export function refuseDriver(value: unknown): string | null {
  const { unknown, items } = findFailures(DirectoryDriverSchema, value);
  if (unknown.length > 0) return `\`${unknown[0]}\` is not a member of a driver.`;
  if (items.length > 0) {
    const name = items[0]!.param === 'body' ? 'The driver' : `\`${items[0]!.param}\``;
    return `${name} ${describeFailure(items[0]!)}.`;
  }
  const driver = value as DirectoryDriver;
  return refuseTemplates(driver) ?? refuseHeaders(driver) ?? refuseStatuses(driver);
}

function refuseTemplates({ submit }: DirectoryDriver): string | null {
  for (const [name, template] of Object.entries(submit.fields)) {
    if (/[\0\p{Cs}]/u.test(name + template)) return `\`submit.fields.${name}\` must be a text that can be sent.`;
    const wrong = wrongPlaceholder(template);
    if (wrong === null) continue;
    const known = TEMPLATE_FIELDS.map((field) => `{{${field}}}`).join(', ');
    return `\`submit.fields.${name}\` has \`${wrong}\`, which is no placeholder; there are ${known}.`;
  }
  return null;
}

function refuseHeaders({ submit, auth }: DirectoryDriver): string | null {
  const names = Object.keys(submit.headers ?? {}).map((name) => name.toLowerCase());
  if (new Set(names).size < names.length) return '`submit.headers` must name each header once.';
  const own = [...names, auth?.header?.toLowerCase()].find((name) => name !== undefined && OWN_HEADERS.includes(name));
  if (own) return `The header \`${own}\` is the service's own; a secret is sent by \`auth\`.`;
  if ((auth?.kind === 'header') !== (auth?.header !== undefined)) {
    return '`auth.header` names the header of the kind `header`, which needs it; no other kind takes it.';
  }
  const isTwice = auth?.header !== undefined && names.includes(auth.header.toLowerCase());
  return isTwice ? `The header \`${auth.header}\` is in \`submit.headers\` and in \`auth\`.` : null;
}

function refuseStatuses({ accepted, rejected, live_url }: DirectoryDriver): string | null {
  const named = [...accepted.statuses, ...(rejected?.statuses ?? [])];
  const redirect = named.find((status) => status >= 300 && status < 400);
  if (redirect) return `The status ${redirect} is a redirect, and none is followed.`;
  const fixed = named.find((status) => FIXED_STATUSES.includes(status));
  if (fixed) return `The status ${fixed} means the same for every directory: it can be neither accepted nor rejected.`;
  const both = accepted.statuses.find((status) => rejected?.statuses.includes(status));
  if (both) return `The status ${both} cannot be both accepted and rejected.`;
  return live_url && accepted.then !== 'live' ? '`live_url` is read only where `accepted.then` is `live`.' : null;
}
