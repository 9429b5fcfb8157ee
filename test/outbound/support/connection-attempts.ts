import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** What this process tries to connect to, whether or not anyone listens there. */
export interface ConnectionAttempts {
  /** Addresses and ports, such as `10.0.0.1:80`. */
  made(): readonly string[];
  stop(): void;
}

/** Watches TCP connections to these ports: one that was refused by its host would leave no other trace. */
export function watchConnectionAttempts(ports: readonly number[]): ConnectionAttempts {
  const made: string[] = [];
  const watch = (message: unknown) => {
    (message as { socket: Socket }).socket.on('connectionAttempt', (address: string, port: number) => {
      if (ports.includes(port)) made.push(`${address}:${port}`);
    });
  };
  subscribe('net.client.socket', watch);
  return { made: () => made, stop: () => void unsubscribe('net.client.socket', watch) };
}
