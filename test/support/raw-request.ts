import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A request's bytes as no client library would send them, and a socket to send them over. */
export async function openSocket(baseUrl: string): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Sends text as it is and reads until the server closes the connection. */
export async function rawExchange(baseUrl: string, text: string | Buffer): Promise<{ status: number; text: string }> {
  const socket = await openSocket(baseUrl);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(text);
  await once(socket, 'close');
  const answer = Buffer.concat(chunks).toString();
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]), text: answer };
}
