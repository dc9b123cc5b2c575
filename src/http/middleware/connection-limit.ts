import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { createIpMatcher } from '#platform/trusted-proxies.ts';
import { ipNetwork } from './client.ts';

/** Closes excess connections unread. Trusted proxies are exempt: all clients connect through them. */
export function limitConnections(
  server: Server,
  { perClient, trustedProxies }: { perClient: number; trustedProxies: readonly string[] },
): void {
  const isProxy = createIpMatcher(trustedProxies);
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (isProxy(remoteAddress)) return;
    const network = ipNetwork(remoteAddress);
    const count = open.get(network) ?? 0;
    if (count >= perClient) {
      socket.destroy();
      return;
    }
    open.set(network, count + 1);
    socket.once('close', () => {
      const remaining = (open.get(network) ?? 1) - 1;
      if (remaining > 0) open.set(network, remaining);
      else open.delete(network);
    });
  });
}
