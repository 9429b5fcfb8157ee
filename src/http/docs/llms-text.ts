import type { Operation } from '../operation.ts';
import type { OpenApiAddresses } from '../openapi.ts';
import { tags } from '../openapi/tags.ts';

/** What a language model should know to write against the API: where things are, and a line for each operation. */
export function writeLlmsText(operations: readonly Operation[], { baseUrl, docsUrl }: OpenApiAddresses): string {
  return `# Directory Listing Submission Service

> A REST API with which an agency submits its clients' products to online directories and follows each listing by signed
> webhooks, an event feed, reports and a share page.

- Base address: ${baseUrl}
- Authentication: \`Authorization: Bearer <key>\`. Keys begin with \`svc_test_\` (test mode: simulated, free) or \`svc_live_\`.
- Bodies are JSON. Unknown parameters are refused. Every object has \`object\` and \`livemode\`.
- Errors: \`{"error": {"code", "message", "param"?, "doc_url", "request_id", "errors"?, "existing"?}}\`. Branch on \`code\`.
- Creates take an \`Idempotency-Key\`; send the same key and body again after a lost answer, a 429 or a 503 (\`Retry-After\`).
- Lists take \`limit\` and \`cursor\`, and answer \`data\`, \`has_more\` and \`next_cursor\`.
- Webhooks are signed as Standard Webhooks (\`webhook-id\`, \`webhook-timestamp\`, \`webhook-signature\`) with a \`whsec_\` secret.
- The usual course: createProject, updateProject, setLogo, addScreenshot, getReadiness, launchProject, then webhooks or listEvents.

## Documentation

- [OpenAPI 3.1 document](${baseUrl}/openapi.json): every operation, schema, error and webhook, with examples
- [API reference](${docsUrl}): the same for people
- [Errors](${docsUrl}/errors): each code with its cause and its cure
- [Postman collection](${docsUrl}/postman.json)

${tags.map(({ name, description }) => sectionOf(name, description, operations, baseUrl)).join('\n\n')}
`;
}

function sectionOf(name: string, description: string, operations: readonly Operation[], baseUrl: string): string {
  const lines = operations
    .filter(({ tag }) => tag === name)
    .map(({ id, method, path, summary }) => `- \`${method} ${new URL(baseUrl).pathname}${path}\` (${id}): ${summary}`);
  return `## ${name}\n\n${description}\n\n${lines.join('\n')}`;
}
