import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Running } from '../main/service.ts';
import type { ProductImages } from './product-images.ts';
import { PRODUCT_PAGE } from './product-page.ts';

const HOST = 'fernwick.localhost';

export interface ProductSite extends Running {
  url: string;
}

/** Serves the site of the invented product on loopback, on a port that is free. */
export async function startProductSite(images: ProductImages): Promise<ProductSite> {
  const files = new Map([
    ['/', { type: 'text/html; charset=utf-8', body: Buffer.from(PRODUCT_PAGE) }],
    ['/icon.png', { type: 'image/png', body: images.icon }],
    ['/screenshot.png', { type: 'image/png', body: images.screenshot }],
  ]);
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain' });
    response.end(file?.body ?? 'Not found');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}/`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
