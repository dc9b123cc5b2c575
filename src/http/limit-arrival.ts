import type { IncomingMessage } from 'node:http';

/** How long a request may take to arrive whole. */
const arrivalMs = 20_000;
/** Writers send pictures, and not all of them have a fast line: 15 MB within this need 0.4 Mbit/s. */
export const longestArrivalMs = 300_000;
/** What of a writer's body has to come in each stretch of this length. */
const writersPace = { everyMs: 10_000, bytes: 16_384 };

/**
 * Ends a request that takes too long to arrive. Who has a session may take until the server's own limit below
 * `/api/admin`, as long as the body keeps coming.
 */
export function limitArrival(request: IncomingMessage, withinMs = arrivalMs, pace = writersPace): void {
  const { headers, url = '', socket } = request;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody) return;
  const isWriters = url.startsWith('/api/admin/') && /unspool[\w.-]*=/.test(headers.cookie ?? '');
  let before = socket.bytesRead;
  const timer = isWriters
    ? setInterval(() => {
        // While nobody reads, the sender can do nothing about it.
        if (socket.bytesRead - before < pace.bytes && !socket.isPaused()) request.destroy();
        before = socket.bytesRead;
      }, pace.everyMs)
    : setTimeout(() => request.destroy(), withinMs);
  const arrived = () => clearTimeout(timer);
  request.once('end', arrived).once('close', arrived);
}
