import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { picture } from '../../support/factories.ts';
import { startCanary } from './canary.ts';
import type { Canary } from './canary.ts';
import { watchConnectionAttempts } from './connection-attempts.ts';
import { sitePage, siteManifest } from './hostile-site.ts';
import { listenOnLoopback } from './servers.ts';

/** Stands for a public address: everything of loopback but this one is refused. */
export const PERMITTED = '127.0.0.2';

const HTTP_PORT = 80;

/** A site at the permitted address that leads elsewhere, and a canary on the rest of loopback. */
export interface HostileNetwork {
  canary: Canary;
  /** The port of the site. */
  sitePort: number;
  /** A URL of the canary under this name for its host. */
  canaryUrl(host: string, path?: string): string;
  /** A URL of the site. */
  siteUrl(path: string): string;
  /** A URL of the site that redirects. */
  redirectTo(location: string): string;
  /** The paths that the site was asked for, without their queries. */
  requests(): readonly string[];
  /** Connections tried to addresses that are not permitted. */
  forbiddenAttempts(): string[];
  assertUntouched(): void;
  close(): Promise<void>;
}

export async function startHostileNetwork(): Promise<HostileNetwork> {
  const canary = await startCanary();
  const requests: string[] = [];
  const png = await picture();
  const site = await listenOnLoopback(
    createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
      requests.push(pathname);
      // A connection that is kept alive would not ask for its host's address again.
      response.setHeader('connection', 'close');
      answer(pathname, searchParams, response);
    }),
    PERMITTED,
  );
  const attempts = watchConnectionAttempts([canary.port, site.port, HTTP_PORT]);

  function answer(path: string, query: URLSearchParams, response: ServerResponse): void {
    const base = query.get('base') ?? '';
    if (path === '/to') response.writeHead(302, { location: latin1(query.get('location') ?? '') }).end();
    else if (path === '/site') response.setHeader('content-type', 'text/html; charset=utf-8').end(sitePage(query));
    else if (path === '/manifest') response.end(siteManifest(base));
    // A page that can be read would stand in for the one that sends browsers on to it.
    else if (path === '/refresh') response.writeHead(404).end();
    else response.end(png);
  }

  const siteUrl = (path: string) => `http://${PERMITTED}:${site.port}${path}`;
  const forbiddenAttempts = () => attempts.made().filter((address) => address !== `${PERMITTED}:${site.port}`);
  return {
    canary,
    sitePort: site.port,
    canaryUrl: (host, path = '/a.png') => `http://${host}:${canary.port}${path}`,
    siteUrl,
    redirectTo: (location) => siteUrl(`/to?location=${encodeURIComponent(location)}`),
    requests: () => requests,
    forbiddenAttempts,
    assertUntouched() {
      assert.deepEqual(forbiddenAttempts(), [], 'no connection was tried');
      assert.equal(canary.connections(), 0, 'no connection was made');
    },
    async close() {
      attempts.stop();
      await canary.close();
      await site.close();
    },
  };
}

/** Servers send UTF-8 in headers, byte by byte; a line break would end the header. */
function latin1(text: string): string {
  return Buffer.from(text.replaceAll(/[\r\n]/g, '')).toString('latin1');
}
