import type { IncomingMessage } from 'node:http';

/** How long a request may take to arrive whole. */
const arrivalMs = 20_000;
/** Writers send pictures, and not all of them have a fast line. */
export const longestArrivalMs = 300_000;

/** Ends a request that takes too long to arrive; what writers send has longer, until the server's own limit. */
export function limitArrival(request: IncomingMessage, withinMs = arrivalMs): void {
  const { headers, url = '' } = request;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody || url.startsWith('/api/admin/')) return;
  const timer = setTimeout(() => request.destroy(), withinMs);
  const arrived = () => clearTimeout(timer);
  request.once('end', arrived).once('close', arrived);
}
