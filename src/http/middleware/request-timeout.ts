import type { IncomingMessage } from 'node:http';

/** Time for a whole request to arrive. */
const arrivalMs = 20_000;
/** For admin uploads: 15 MB within this time need 0.4 Mbit/s. */
export const maxRequestMs = 300_000;
/** Admin uploads must deliver at least this many bytes per interval. */
const minUploadRate = { everyMs: 10_000, bytes: 16_384 };

/**
 * Destroys requests that take too long to arrive. Under `/api/admin`, a request with a valid session may take
 * up to the timeout of the server while its body keeps arriving. `hasValidSession` is called only after
 * `withinMs`.
 */
export function limitRequestTime(
  request: IncomingMessage,
  hasValidSession: (request: IncomingMessage) => Promise<boolean>,
  withinMs = arrivalMs,
  minRate = minUploadRate,
): void {
  const { headers, url = '', socket } = request;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody) return;
  const mayHaveLonger = url.startsWith('/api/admin/') && hasSessionCookie(request);
  let isDone = false;
  let timer = setTimeout(() => {
    if (!mayHaveLonger) request.destroy();
    else void hasValidSession(request).then(allowLonger, () => request.destroy());
  }, withinMs);

  function allowLonger(isAllowed: boolean): void {
    if (isDone) return;
    if (!isAllowed) {
      request.destroy();
      return;
    }
    let before = socket.bytesRead;
    timer = setInterval(() => {
      // While the socket is paused, the client can't make progress.
      if (socket.bytesRead - before < minRate.bytes && !socket.isPaused()) request.destroy();
      before = socket.bytesRead;
    }, minRate.everyMs);
  }
  const arrived = () => {
    isDone = true;
    clearTimeout(timer);
  };
  request.once('end', arrived).once('close', arrived);
}

/** Whether a session cookie is present; it may be forged. */
export function hasSessionCookie({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return /unspool[\w.-]*=/.test(headers.cookie ?? '');
}
