import { type Context, Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { z } from 'zod';
import { type GenerateRequest, inputLimitBytes } from '#ai/contract.ts';
import { localeSchema } from '#blog/contract.ts';
import type { Logger } from '#platform/logger.ts';
import type { AppEnv, Services } from '../context.ts';
import { isSameOriginWrite } from '../middleware/same-origin.ts';
import { parseJsonBody } from '../middleware/validate-request.ts';
import { errorResponse } from '../responses/error-response.ts';

/** Leaves room for JSON syntax and escapes around the input. */
const bodyLimitBytes = 2 * inputLimitBytes;

const text = z.string().refine((value) => value.trim() !== '');
const locale = localeSchema.default('en');
const generateBody = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('slug'), locale, title: text }),
  z.strictObject({ type: z.literal('excerpt'), locale, content: text }),
  z.strictObject({ type: z.enum(['seo', 'image']), locale, title: text, content: text }),
  z.strictObject({ type: z.literal('translate'), title: text, content: text, targetLocale: localeSchema }),
]);

export function createGenerateContentRoute(
  services: Pick<Services, 'suggestions' | 'accounts' | 'log'>,
): Hono<AppEnv> {
  const generate = new Hono<AppEnv>();

  generate.use(async (context, next) => {
    const { headers } = context.req.raw;
    if (!isSameOriginWrite(headers, context.var.publicOrigin))
      return errorResponse(context, 'request.foreign');
    const found = await services.accounts.getSession(headers);
    if (found === null) return errorResponse(context, 'request.anonymous');
    if (!services.accounts.can(found.user, 'assistant.use')) return errorResponse(context, 'role.forbids');
    await next();
  });

  generate.post('/', async (context) => {
    const body = await parseJsonBody(context, generateBody, bodyLimitBytes, 'body.too_long', 'body.unfit');
    if (!body.ok) return body.error;
    const request = body.value;
    if (byteLength(request) > inputLimitBytes) return errorResponse(context, 'body.too_long');
    const { signal } = context.req.raw;
    const wantsStream = /\btext\/event-stream\b/.test(context.req.header('accept') ?? '');
    if (request.type !== 'excerpt' || !wantsStream)
      return context.json(await services.suggestions.suggest(request, signal));
    const response = streamSuggestion(context, services.log, (onPiece) =>
      services.suggestions.streamExcerpt(request, signal, onPiece),
    );
    response.headers.set('cache-control', 'private, no-store');
    return response;
  });
  return generate;
}

function byteLength(request: GenerateRequest): number {
  const parts = ['title' in request ? request.title : '', 'content' in request ? request.content : ''];
  return Buffer.byteLength(parts.join(''));
}

/**
 * Server-sent events: `piece` with plain text, then `answer` with the result. An error is logged, and its answer is a
 * failed suggestion.
 */
export function streamSuggestion(
  context: Context<AppEnv>,
  log: Pick<Logger, 'error'>,
  suggest: (onPiece: (text: string) => void) => Promise<object>,
): Response {
  const response = streamSSE(context, async (stream) => {
    const onPiece = (text: string) =>
      void stream.writeSSE({ event: 'piece', data: JSON.stringify({ text }) });
    const result = await suggest(onPiece).catch((error: unknown) => {
      log.error({ error }, 'suggestion failed');
      return { success: false, code: 'model.unreachable', charge: null };
    });
    await stream.writeSSE({ event: 'answer', data: JSON.stringify(result) });
  });
  // Keeps nginx from buffering the stream.
  response.headers.set('x-accel-buffering', 'no');
  return response;
}
