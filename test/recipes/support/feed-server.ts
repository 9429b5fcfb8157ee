import { createServer, type ServerResponse } from 'node:http';
import { FEED_END } from '../../../src/domain/badge/feed-marker.ts';
import { renderFragments } from '../../../src/domain/badge/render-fragments.ts';
import { feedUrls } from '../../../src/domain/badge/feed-urls.ts';
import { writeRecipes } from '../../../src/domain/badge/recipes/recipes.ts';
import type { Platform } from '../../../src/domain/badge/recipes/recipe.ts';
import { listenOnLoopback } from '../../outbound/support/servers.ts';

const PROJECT_ID = 'prj_0123456789abcdefghijkl';

/** With what trips up templates: `$&` of a replacement, `{{`, quotes, a tag of PHP. */
const DIRECTORIES = [
  { id: 'dir_1', name: `Tom & "Jerry's" $& {{name}} <?php`, url: 'https://one.example/?a=1&b=2' },
  { id: 'dir_2', name: 'Zwölf 十二', url: 'https://two.example' },
];

export const FRAGMENTS = renderFragments(DIRECTORIES, {
  projectId: PROJECT_ID,
  agencyName: 'Agency',
  color: '#2563eb',
  assetsUrl: 'https://service.example/assets',
});

type Answer = (response: ServerResponse, form: 'json' | 'html') => void;

const bodies = { json: JSON.stringify({ badges: FRAGMENTS }), html: [...FRAGMENTS, FEED_END, ''].join('\n') };

const good: Answer = (response, form) => {
  response.writeHead(200, { 'content-type': 'text/plain', 'content-length': Buffer.byteLength(bodies[form]) });
  response.end(bodies[form]);
};

/** Sends its answer a byte at a time, so that no wait for the next one is long. */
function drip({ socket }: ServerResponse, part: 'head' | 'body', everyMs: number): void {
  const head = 'HTTP/1.1 200 OK\r\nContent-Length: 5000\r\nX-Filler: ';
  socket!.write(part === 'head' ? head : `${head}x\r\n\r\n{"badges": ["`);
  const timer = setInterval(() => socket!.write('x'), everyMs);
  socket!.once('close', () => clearInterval(timer));
}

/** What a feed can do wrong in either form. */
export const FAULTS: Record<string, Answer> = {
  'sends a byte of its head every 2 seconds': (response) => drip(response, 'head', 2_000),
  'sends a byte of its body every 2 seconds': (response) => drip(response, 'body', 2_000),
  'is never answered': () => undefined,
  'stops in the middle': (response, form) => {
    response.writeHead(200, { 'content-length': Buffer.byteLength(bodies[form]) });
    response.write(bodies[form].slice(0, 100));
  },
  'breaks off in the middle': (response, form) => {
    response.writeHead(200, { 'content-length': Buffer.byteLength(bodies[form]) });
    response.write(bodies[form].slice(0, 100), () => response.destroy());
  },
  'is answered 500': (response, form) => void response.writeHead(500).end(bodies[form]),
  'is answered 404': (response, form) => void response.writeHead(404).end(bodies[form]),
  'leads elsewhere': (response) => void response.writeHead(302, { location: '/elsewhere' }).end('moved'),
  'closes the connection': (response) => void response.destroy(),
};

/** What only the HTML form can do wrong. */
export const HTML_FAULTS: Record<string, Answer> = {
  'is another page': (response) => void response.end('<html>Maintenance</html>'),
  'is empty': (response) => void response.end(),
};

/** What only the JSON form can do wrong, and only a reader of that form can end. */
export const JSON_FAULTS: Record<string, Answer> = {
  'sends a byte of its head every 100 ms': (response) => drip(response, 'head', 100),
  'sends a byte of its body every 100 ms': (response) => drip(response, 'body', 100),
  'is no JSON': (response) => void response.end('<html>Maintenance</html>'),
  'is empty': (response) => void response.end(),
  'holds no badges': (response) => void response.end('{"error": {"code": "route_not_found"}}'),
  'holds badges that are no array': (response) => void response.end('{"badges": "<b>x</b>"}'),
  'holds badges that are no texts': (response) => void response.end('{"badges": ["<b>x</b>", {"a": 1}, 2]}'),
  'is null': (response) => void response.end('null'),
};

export interface FeedServer {
  /** The code of a recipe that reads this feed. */
  recipe(platform: Platform): string;
  /** Answers with the badges from now on, or in this way. */
  answerWith(answer?: Answer): void;
  /** How often the feed was asked for. */
  requests(): number;
  close(): Promise<void>;
}

export async function startFeedServer(): Promise<FeedServer> {
  let answer = good;
  let requests = 0;
  const server = createServer(({ url = '' }, response) => {
    requests++;
    if (url.startsWith('/feeds/')) answer(response, url.endsWith('.json') ? 'json' : 'html');
    else response.end(bodies.json);
  });
  const { port, close } = await listenOnLoopback(server);
  const feed = feedUrls(`http://127.0.0.1:${port}/feeds`, PROJECT_ID);
  return {
    recipe: (platform) => {
      const recipes = writeRecipes(feed, PROJECT_ID, 'true');
      return recipes.find((recipe) => recipe.platform === platform)!.code;
    },
    answerWith: (next = good) => void (answer = next),
    requests: () => requests,
    close,
  };
}

/** The address of a feed where nothing listens. */
export async function recipeOfNoServer(platform: Platform): Promise<string> {
  const server = await startFeedServer();
  const code = server.recipe(platform);
  await server.close();
  return code;
}
