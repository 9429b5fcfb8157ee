import { Command, Option } from 'commander';
import { newWebhookSecret } from '../crypto/webhook-signature.ts';
import type { EventFilter } from '../domain/events.ts';
import { isApiKey, isSecret, parseBaseUrl, parseEvents, parseForwardUrl, parseProjectId } from './arguments.ts';
import type { ListenSettings } from './listen.ts';

interface Options {
  forward: URL;
  apiKey?: string;
  api: string;
  events: EventFilter[];
  project?: string;
  secret?: string;
  since: 'beginning' | 'now';
  json?: boolean;
}

const NOTES = `
Each event is posted once, in the order of the feed, the next when the one before is answered or 10 seconds are over.
It is signed as a webhook is (webhook-id, webhook-timestamp, webhook-signature). An event that your app did not take
is shown as failed and not sent again; --since beginning sends all that the feed still holds.

Examples:
  API_KEY=svc_test_… npm run listen -- --forward http://localhost:4000/webhooks
  npm run listen -- --forward http://localhost:4000/webhooks --events 'listing.*,project.launched' --project prj_…
  npm run listen -- --forward http://localhost:4000/webhooks --since beginning --secret whsec_…
  npm run -s listen -- --forward http://localhost:4000/webhooks --json | jq .event

Ends with status 0 after Ctrl-C, 1 when the API cannot be found or refuses the key or the request, and 2 when the
command line cannot be understood. Once it runs it waits for an API that is out, and goes on where it was.`;

/**
 * The developers' command. Parsing throws instead of ending the process.
 *
 * @param defaults the key of the environment, and the base URL of an API on this machine
 */
export function createListenProgram(
  defaults: { apiKey: string | undefined; apiUrl: string },
  listen: (settings: ListenSettings, options: { json: boolean }) => Promise<void>,
): Command {
  const program: Command = new Command('npm run listen --')
    .description(
      "Follows an account's events and forwards each to a URL of yours, signed as a webhook. It needs no tunnel.",
    )
    .requiredOption('--forward <url>', 'where to post each event: any http or https URL (required)', parseForwardUrl)
    .option('--api-key <key>', 'a live or test key; a read-only one will do (default: API_KEY of the environment)')
    .option('--api <url>', "the API's base URL", parseBaseUrl, defaults.apiUrl)
    .addOption(
      new Option('--events <filters>', 'types and groups as an endpoint takes them, separated by commas')
        .argParser(parseEvents)
        .default(['*'] satisfies EventFilter[], 'all'),
    )
    .option('--project <id>', 'only the events of this project', parseProjectId)
    .option('--secret <secret>', 'the whsec_ secret to sign with (default: a new one, which is shown)')
    .addOption(new Option('--since <when>', 'where to begin').choices(['beginning', 'now']).default('now'))
    .option('--json', 'print one JSON object a line')
    .addHelpText('after', NOTES)
    .exitOverride();
  return program.action(async (options: Options) => {
    const { apiKey = defaults.apiKey, secret } = options;
    if (apiKey === undefined) program.error('error: give a key with --api-key or as API_KEY in the environment');
    if (!isApiKey(apiKey)) program.error('error: the API key must be one word of ASCII characters');
    if (secret !== undefined && !isSecret(secret)) {
      program.error('error: the secret must be whsec_ and 44 characters of base64');
    }
    await listen(
      {
        baseUrl: options.api,
        apiKey,
        forwardUrl: options.forward,
        secret: secret ?? newWebhookSecret(),
        isNewSecret: secret === undefined,
        since: options.since,
        events: options.events,
        project: options.project ?? null,
      },
      { json: options.json ?? false },
    );
  });
}
