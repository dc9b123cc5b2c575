import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const pollIntervalMs = 25;

/** Keeps accepting connections for `acceptMs`, so that health checks see the shutdown. */
export async function drain(
  server: Server,
  { acceptMs, withinMs }: { acceptMs: number; withinMs: number },
): Promise<void> {
  const startedAt = performance.now();
  const endsAt = startedAt + withinMs;
  for (;;) {
    server.closeIdleConnections();
    if (
      (await countConnections(server)) === 0 ||
      performance.now() >= startedAt + Math.min(acceptMs, withinMs)
    )
      break;
    await pause(pollIntervalMs);
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
