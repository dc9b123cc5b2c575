import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const lookMs = 25;

/**
 * Waits until nobody is connected, or cuts them off after `withinMs`. For `acceptMs` the server goes on listening, so
 * that probes hear that it is not ready and those who send it work find out; what it still begins is for its own requests
 * to judge. Then nobody new is let in.
 */
export async function drain(
  server: Server,
  { acceptMs, withinMs }: { acceptMs: number; withinMs: number },
): Promise<void> {
  const begun = performance.now();
  const endsAt = begun + withinMs;
  for (;;) {
    server.closeIdleConnections();
    if ((await countConnections(server)) === 0 || performance.now() >= begun + Math.min(acceptMs, withinMs))
      break;
    await pause(lookMs);
  }
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const force = setTimeout(() => server.closeAllConnections(), Math.max(0, endsAt - performance.now()));
  await closed;
  clearTimeout(force);
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
