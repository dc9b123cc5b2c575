import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { createAddressRule } from '#platform/trusted-peers.ts';
import { networkOf } from './client-network.ts';

/**
 * Keeps one client from holding all connections of the server: beyond so many those of its network are closed before
 * anything is read of them. A proxy of ours brings everybody; it has limits of its own.
 */
export function limitConnections(
  server: Server,
  { perClient, trustedProxies }: { perClient: number; trustedProxies: readonly string[] },
): void {
  const isProxy = createAddressRule(trustedProxies);
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (isProxy(remoteAddress)) return;
    const network = networkOf(remoteAddress);
    const own = open.get(network) ?? 0;
    if (own >= perClient) {
      socket.destroy();
      return;
    }
    open.set(network, own + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}
