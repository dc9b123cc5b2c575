import type { IncomingMessage } from 'node:http';

const arrivalMs = 20_000;
/** For admin uploads: 15 MB within this time need 0.4 Mbit/s. */
export const maxRequestMs = 300_000;
const minUploadRate = { everyMs: 10_000, bytes: 16_384 };

/** Under `/api/admin`, a valid session extends the timeout while the body keeps arriving. */
export function limitRequestTime(
  request: IncomingMessage,
  hasValidSession: (request: IncomingMessage) => Promise<boolean>,
  withinMs = arrivalMs,
  minRate = minUploadRate,
): void {
  const { headers, url = '', socket } = request;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody) return;
  const mayExtend = url.startsWith('/api/admin/') && hasSessionCookie(request);
  let isDone = false;
  let timer = setTimeout(() => {
    if (!mayExtend) request.destroy();
    else void hasValidSession(request).then(extendTimeout, () => request.destroy());
  }, withinMs);

  function extendTimeout(isAllowed: boolean): void {
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
  const finish = () => {
    isDone = true;
    clearTimeout(timer);
  };
  request.once('end', finish).once('close', finish);
}

/** The cookie may be forged. */
export function hasSessionCookie({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return /unspool[\w.-]*=/.test(headers.cookie ?? '');
}
