import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Hono } from 'hono';
import type { AnswerGroup, Measures } from '#create-measures.ts';

/** `GET /metrics` as Prometheus reads it, for who sends the token as bearer. */
export function addMetrics(app: Hono, measures: Measures, token: string): void {
  const expected = digestOf(`Bearer ${token}`);
  app.get('/metrics', async (context) => {
    const sent = digestOf(context.req.header('authorization') ?? '');
    if (!timingSafeEqual(sent, expected)) {
      const headers = { 'www-authenticate': 'Bearer', 'cache-control': 'private, no-store' };
      return context.text('', 401, headers);
    }
    return context.text(await measures.print(), 200, {
      'content-type': measures.contentType,
      'cache-control': 'private, no-store',
    });
  });
}

/** Both sides come to one length, so that comparing them takes one time. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const groups: [path: RegExp, group: AnswerGroup][] = [
  [/^\/media\//, 'media'],
  [/^\/functions\//, 'function'],
  [/^\/api\/(admin|accounts)\b|^\/admin\b/, 'admin'],
  [/^\/api\b/, 'blog'],
  [/^\/(livez|readyz|metrics)$/, 'probe'],
  [/^\/(assets|files|og)\/|\.\w{2,5}$/, 'file'],
];

/** Counts an answer when it has gone out; `path` is only looked at, never kept. */
export function countAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  measures: Pick<Measures, 'answered'>,
): void {
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  const group = groups.find(([pattern]) => pattern.test(path))?.[1] ?? 'page';
  response.once('close', () => {
    if (response.headersSent) measures.answered(group, response.statusCode);
  });
}
