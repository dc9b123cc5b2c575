import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { streamSSE } from 'hono/streaming';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import { type GenerateRequest, inputLimitBytes } from '#ai/contract.ts';
import { localeSchema } from '#blog/contract.ts';
import type { Services } from '../context.ts';
import { isSameOrigin } from '../middleware/same-origin.ts';
import { readJsonBody } from '../middleware/validate-request.ts';
import { errorBody, type HttpErrorCode } from '../responses/error-response.ts';

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
  services: Pick<Services, 'suggestions' | 'accounts' | 'preferredLocale' | 'formatError'>,
  publicOrigin: string,
): Hono {
  const generate = new Hono();

  generate.use(async (context, next) => {
    const { headers } = context.req.raw;
    const errorResponse = (code: HttpErrorCode, status: ContentfulStatusCode) =>
      context.json(errorBody(services, context.req.header('accept-language'), code), status);
    const origin = headers.get('origin');
    const site = headers.get('sec-fetch-site');
    const isCrossSite =
      (site !== null && site !== 'same-origin') || !isSameOrigin(origin ?? '', headers, publicOrigin);
    if (isCrossSite) return errorResponse('request.foreign', 403);
    const found = await services.accounts.getSession(headers);
    if (found === null) return errorResponse('request.anonymous', 401);
    if (!services.accounts.can(found.user, 'assistant.use')) return errorResponse('role.forbids', 403);
    await next();
  });

  generate.post(
    '/',
    bodyLimit({
      maxSize: bodyLimitBytes,
      onError: (context) =>
        context.json(errorBody(services, context.req.header('accept-language'), 'body.too_long'), 413),
    }),
    async (context) => {
      const errorResponse = (code: HttpErrorCode, status: ContentfulStatusCode) =>
        context.json(errorBody(services, context.req.header('accept-language'), code), status);
      const body = generateBody.safeParse(await readJsonBody(context.req.raw));
      if (!body.success) return errorResponse('body.unfit', 400);
      if (byteLength(body.data) > inputLimitBytes) return errorResponse('body.too_long', 413);
      const request = body.data;
      const { signal } = context.req.raw;
      const wantsStream = /\btext\/event-stream\b/.test(context.req.header('accept') ?? '');
      if (request.type !== 'excerpt' || !wantsStream)
        return context.json(await services.suggestions.suggest(request, signal));
      const response = streamSSE(context, async (stream) => {
        const result = await services.suggestions.streamExcerpt(request, signal, (piece) => {
          void stream.writeSSE({ event: 'piece', data: JSON.stringify({ text: piece }) });
        });
        await stream.writeSSE({ event: 'answer', data: JSON.stringify(result) });
      });
      response.headers.set('cache-control', 'private, no-store');
      response.headers.set('x-accel-buffering', 'no');
      return response;
    },
  );
  return generate;
}

function byteLength(request: GenerateRequest): number {
  const parts = ['title' in request ? request.title : '', 'content' in request ? request.content : ''];
  return Buffer.byteLength(parts.join(''));
}
