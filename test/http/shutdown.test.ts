import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { closeInOrder } from '../../src/http/close-in-order.ts';
import { eventually } from '../support/eventually.ts';

const DELAY_MS = 400;
const REQUEST = 'GET /quick HTTP/1.1\r\nHost: api.example\r\n\r\n';

/** A server whose answer to /slow waits, and a connection to it. */
async function startServer() {
  const release = Promise.withResolvers<void>();
  let asked = 0;
  const server = createServer();
  const { answer, close } = closeInOrder(server, (request, response) => {
    asked++;
    request.resume();
    request.on(
      'end',
      () => void (request.url === '/slow' ? release.promise : Promise.resolve()).then(() => response.end('done')),
    );
  });
  server.on('request', answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { server, close, release: release.resolve, asked: () => asked, dial: () => dial(port) };
}

async function dial(port: number) {
  const socket = connect({ host: '127.0.0.1', port });
  let heard = '';
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString())).on('error', () => undefined);
  const ended = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  return { socket, ended, heard: () => heard };
}

describe('an HTTP server that is told to stop', () => {
  it('serves on for its delay, on old connections and new ones, and says that each is the last answer', async () => {
    const { close, dial } = await startServer();
    const old = await dial();
    old.socket.write(REQUEST);
    await eventually('an answer', () => old.heard().includes('done'));
    assert.match(old.heard(), /Connection: keep-alive/);
    const closed = close(DELAY_MS);
    const young = await dial();
    old.socket.write(REQUEST);
    young.socket.write(REQUEST);
    await Promise.all([old.ended, young.ended]);
    for (const { heard } of [old, young])
      assert.match(heard().split('HTTP/1.1 200').at(-1)!, /Connection: close[^]*done/);
    await closed;
    await assert.rejects(dial());
  });

  it('finishes a request that is being answered, and one that is still being sent', async () => {
    const { server, close, release, asked, dial } = await startServer();
    const [answered, sending] = [await dial(), await dial()];
    answered.socket.write(REQUEST.replace('quick', 'slow'));
    sending.socket.write('POST /quick HTTP/1.1\r\nHost: api.example\r\nContent-Length: 10\r\n\r\n12345');
    await eventually('both requests', () => asked() === 2);
    const closed = close(0);
    await eventually('the end of listening', () => !server.listening);
    sending.socket.write('67890');
    release();
    await Promise.all([closed, answered.ended, sending.ended]);
    for (const { heard } of [answered, sending]) assert.match(heard(), /200 OK[^]*Connection: close[^]*done/);
  });

  it('answers what has reached the machine and was not read yet', async () => {
    const { close, dial } = await startServer();
    const { socket, heard, ended } = await dial();
    socket.write(REQUEST);
    await eventually('an answer', () => heard().includes('done'));
    socket.write(REQUEST);
    await Promise.all([close(0), ended]);
    assert.equal(heard().split('HTTP/1.1 200').length, 3);
  });

  it('does not wait for connections that keep still', async () => {
    const { close, dial } = await startServer();
    const idle = await dial();
    idle.socket.write(REQUEST);
    await eventually('an answer', () => idle.heard().includes('done'));
    const silent = await dial();
    const startedAt = performance.now();
    await close(0);
    assert.ok(performance.now() - startedAt < 5_000);
    await Promise.all([idle.ended, silent.ended]);
  });
});
