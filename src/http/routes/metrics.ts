import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Hono } from 'hono';
import type { AppEnv, Metrics, ResponseGroup } from '../context.ts';

export function addMetricsRoute(app: Hono<AppEnv>, metrics: Metrics, token: string): void {
  const expected = sha256(`Bearer ${token}`);
  app.get('/metrics', async (context) => {
    const sent = sha256(context.req.header('authorization') ?? '');
    if (!timingSafeEqual(sent, expected)) {
      const headers = { 'www-authenticate': 'Bearer', 'cache-control': 'private, no-store' };
      return context.text('', 401, headers);
    }
    return context.text(await metrics.render(), 200, {
      'content-type': metrics.contentType,
      'cache-control': 'private, no-store',
    });
  });
}

/** `timingSafeEqual` needs inputs of equal length. */
function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const groups: [path: RegExp, group: ResponseGroup][] = [
  [/^\/media\//, 'media'],
  [/^\/functions\//, 'function'],
  [/^\/api\/(admin|accounts)\b|^\/admin\b/, 'admin'],
  [/^\/api\b/, 'blog'],
  [/^\/(livez|readyz|metrics)$/, 'probe'],
  [/^\/(assets|files|og)\/|\.\w{2,5}$/, 'file'],
];

/** Records only the route group, never the path. */
export function countResponse(
  request: IncomingMessage,
  response: ServerResponse,
  metrics: Pick<Metrics, 'recordResponse'>,
): void {
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  const group = groups.find(([pattern]) => pattern.test(path))?.[1] ?? 'page';
  response.once('close', () => {
    if (response.headersSent) metrics.recordResponse(group, response.statusCode);
  });
}
