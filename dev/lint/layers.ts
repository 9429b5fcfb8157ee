import type { Rule } from 'eslint';
import type { ImportDeclaration } from 'estree';

interface LayerRule {
  in: string;
  /** Folders end in `/`, packages are named. */
  may: string[];
  /** What it may import the types of, besides. */
  mayTypes?: string[];
  why: string;
}

/** What may import what: the first rule whose folder holds a file decides. Folders end in `/`; packages are named. */
const RULES: LayerRule[] = [
  {
    in: 'src/domain/',
    may: ['src/domain/', 'htmlparser2', 'iconv-lite', 'tldts', 'node:url'],
    why: 'The domain is pure: no I/O, no clock, no other layer.',
  },
  {
    in: 'workflows/',
    may: ['workflows/', 'src/domain/', '@temporalio/workflow', '@temporalio/common'],
    mayTypes: ['activities/', 'src/services/'],
    why: 'Workflow code is replayed: it may use the domain, and only the types of activities.',
  },
  {
    in: 'activities/',
    may: ['activities/', 'src/services/', 'src/domain/', 'src/outbound/', '@temporalio/activity'],
    why: 'Activities are thin: what they do is done in services.',
  },
  {
    in: 'src/documents/',
    may: ['src/documents/', 'src/domain/', 'bidi-js', 'exceljs', 'fontkit', 'pdfkit', 'node:'],
    why: 'Documents are data in, bytes out: they know no database, storage or clock.',
  },
  {
    in: 'src/services/',
    may: [
      'src/services/',
      'src/domain/',
      'src/db/',
      'src/resources/',
      'src/crypto/',
      'src/images/',
      'src/outbound/',
      'src/outbox/record.ts',
      'src/errors.ts',
      'kysely',
      'node:crypto',
    ],
    mayTypes: ['src/documents/', 'src/outbox/wake.ts', 'src/clock.ts', 'src/trace.ts', 'pg', 'pino'],
    why: 'Services know the domain and the database; HTTP, Temporal and the relay know them, not the other way round.',
  },
  {
    in: 'src/http/',
    may: [
      'src/http/',
      'src/services/',
      'src/domain/',
      'src/resources/',
      'src/errors.ts',
      'src/db/',
      'src/images/',
      'src/outbound/',
      'src/byte-budget.ts',
      '@fastify/busboy',
      'find-my-way',
      'koa',
      'typebox',
      'node:',
    ],
    mayTypes: ['src/clock.ts', 'src/observe.ts', 'src/trace.ts', 'pino'],
    why: 'HTTP asks services; it never reaches Temporal or the outbox.',
  },
  {
    in: 'src/inbound/',
    may: [
      'src/inbound/',
      'src/services/',
      'src/domain/',
      'src/byte-budget.ts',
      'src/images/gate.ts',
      'postal-mime',
      'smtp-server',
      'node:',
    ],
    mayTypes: ['src/inbound-mail-config.ts', 'pino'],
    why: 'The door for mail speaks SMTP and MIME; what is kept of a mail is for services.',
  },
  {
    in: 'src/outbox/',
    may: ['src/outbox/', 'src/domain/', 'src/db/', 'src/crypto/', 'kysely', 'pg', 'node:'],
    mayTypes: ['src/clock.ts', 'src/observe.ts', 'src/trace.ts', 'src/outbound/', 'pino'],
    why: 'The outbox claims, sends and records; what to publish to is given to it.',
  },
  {
    in: 'src/operations/',
    may: ['src/operations/', 'src/db/', 'src/outbound/mail/mailer.ts', 'prom-client', 'node:'],
    mayTypes: ['activities/', 'src/clock.ts', 'src/observe.ts', '@temporalio/client', 'pg', 'pino'],
    why: 'The operations port tells what is so; what it is told by others, they are given.',
  },
  {
    in: 'src/time-skipping/',
    may: ['src/time-skipping/', 'src/operations/refusal.ts', '@temporalio/client', '@temporalio/common', 'node:'],
    mayTypes: ['src/clock.ts', 'src/operations/route.ts', '@temporalio/worker'],
    why: 'Time is moved from outside: what is at rest, and what has to run, is asked of others.',
  },
  {
    in: 'src/listen/',
    may: [
      'src/listen/',
      'src/domain/',
      'src/crypto/webhook-signature.ts',
      'src/outbound/guarded-connector.ts',
      'src/outbound/network-fault.ts',
      'src/outbound/retry-after.ts',
      'src/outbound/webhook-exchange.ts',
      'commander',
      'picocolors',
      'undici',
      'node:',
    ],
    mayTypes: ['src/clock.ts', 'src/outbound/address-policy.ts'],
    why: 'The command is a client: what it knows of an account, it has from the HTTP API.',
  },
];

/** Holds imports to the layers, with the reason in its message. */
export const layers: Rule.RuleModule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { forbidden: '{{folder}} may not import {{target}}. {{why}}' },
  },
  create(context) {
    const file = relativePath(context.cwd, context.filename);
    const rule = RULES.find((candidate) => file.startsWith(candidate.in));
    if (!rule) return {};
    return {
      ImportDeclaration(node) {
        const target = resolve(file, String(node.source.value));
        const allowed = isTypeOnly(node) ? [...rule.may, ...(rule.mayTypes ?? [])] : rule.may;
        if (allowed.some((prefix) => matches(target, prefix))) return;
        context.report({ node, messageId: 'forbidden', data: { folder: rule.in, target, why: rule.why } });
      },
    };
  },
};

/** A folder holds what begins with it; a package is itself or a path in it. */
function matches(target: string, prefix: string): boolean {
  if (prefix.endsWith('/') || prefix.endsWith(':')) return target.startsWith(prefix);
  return target === prefix || target.startsWith(`${prefix}/`);
}

/** `import type …`, or only `type` members in the braces. The parser adds `importKind` to the standard tree. */
function isTypeOnly(node: ImportDeclaration): boolean {
  const kinds = [node, ...node.specifiers].map((part) => (part as { importKind?: string }).importKind);
  return kinds[0] === 'type' || (kinds.length > 1 && kinds.slice(1).every((kind) => kind === 'type'));
}

function relativePath(cwd: string, filename: string): string {
  return filename.slice(cwd.length + 1).replaceAll('\\', '/');
}

function resolve(file: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  return new URL(specifier, `file:///${file}`).pathname.slice(1);
}
