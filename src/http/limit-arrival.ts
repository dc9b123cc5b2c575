import type { IncomingMessage } from 'node:http';

/** How long a request may take to arrive whole. */
const arrivalMs = 20_000;
/** Writers send pictures, and not all of them have a fast line: 15 MB within this need 0.4 Mbit/s. */
export const longestArrivalMs = 300_000;
/** What of a writer's body has to come in each stretch of this length. */
const writersPace = { everyMs: 10_000, bytes: 16_384 };

/**
 * Ends a request that takes too long to arrive. Who has a session may take until the server's own limit below
 * `/api/admin`, as long as the body keeps coming. `isWriter` is asked only of those that have taken long already: whether
 * the session is one, and not only a cookie of its name.
 */
export function limitArrival(
  request: IncomingMessage,
  isWriter: (request: IncomingMessage) => Promise<boolean>,
  withinMs = arrivalMs,
  pace = writersPace,
): void {
  const { headers, url = '', socket } = request;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody) return;
  const mayHaveLonger = url.startsWith('/api/admin/') && hasSessionCookie(request);
  let isOver = false;
  let timer = setTimeout(() => {
    if (!mayHaveLonger) request.destroy();
    else void isWriter(request).then(allowLonger, () => request.destroy());
  }, withinMs);

  function allowLonger(isAllowed: boolean): void {
    if (isOver) return;
    if (!isAllowed) {
      request.destroy();
      return;
    }
    let before = socket.bytesRead;
    timer = setInterval(() => {
      // While nobody reads, the sender can do nothing about it.
      if (socket.bytesRead - before < pace.bytes && !socket.isPaused()) request.destroy();
      before = socket.bytesRead;
    }, pace.everyMs);
  }
  const arrived = () => {
    isOver = true;
    clearTimeout(timer);
  };
  request.once('end', arrived).once('close', arrived);
}

/** Whether a browser sends a cookie of a session, true or made up. */
export function hasSessionCookie({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return /unspool[\w.-]*=/.test(headers.cookie ?? '');
}
