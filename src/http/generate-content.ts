import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { streamSSE } from 'hono/streaming';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import { type GenerateRequest, inputLimitBytes } from '#assistant/contract.ts';
import { localeSchema } from '#blog/contract.ts';
import type { Services } from '#services.ts';
import { isOwnOrigin } from './own-origin.ts';
import { readJson } from './read-json.ts';
import { type RefusalCode, refusalOf } from './refusal.ts';

/** Names, marks of JSON and its escapes besides the input itself. */
const bodyLimitBytes = 2 * inputLimitBytes;

const text = z.string().refine((given) => given.trim() !== '');
const locale = localeSchema.default('en');
const generateBody = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('slug'), locale, title: text }),
  z.strictObject({ type: z.literal('excerpt'), locale, content: text }),
  z.strictObject({ type: z.enum(['seo', 'image']), locale, title: text, content: text }),
  z.strictObject({ type: z.literal('translate'), title: text, content: text, targetLocale: localeSchema }),
]);

/** `POST /functions/v1/generate-content`: suggestions for who is signed in, from pages of ours only. */
export function createGenerateContent(
  services: Pick<Services, 'assistant' | 'accounts' | 'preferredLocale' | 'wordError'>,
  publicOrigin: string,
): Hono {
  const generate = new Hono();

  generate.use(async (context, next) => {
    const { headers } = context.req.raw;
    const refuse = (code: RefusalCode, status: ContentfulStatusCode) =>
      context.json(refusalOf(services, context.req.header('accept-language'), code), status);
    const origin = headers.get('origin');
    const site = headers.get('sec-fetch-site');
    const isForeign =
      (site !== null && site !== 'same-origin') || !isOwnOrigin(origin ?? '', headers, publicOrigin);
    if (isForeign) return refuse('request.foreign', 403);
    const found = await services.accounts.signedIn(headers);
    if (found === null) return refuse('request.anonymous', 401);
    if (!services.accounts.allows(found.user, 'assistant.use')) return refuse('role.forbids', 403);
    await next();
  });

  generate.post(
    '/',
    bodyLimit({
      maxSize: bodyLimitBytes,
      onError: (context) =>
        context.json(refusalOf(services, context.req.header('accept-language'), 'body.too_long'), 413),
    }),
    async (context) => {
      const refuse = (code: RefusalCode, status: ContentfulStatusCode) =>
        context.json(refusalOf(services, context.req.header('accept-language'), code), status);
      const body = generateBody.safeParse(await readJson(context.req.raw));
      if (!body.success) return refuse('body.unfit', 400);
      if (lengthOf(body.data) > inputLimitBytes) return refuse('body.too_long', 413);
      const request = body.data;
      const { signal } = context.req.raw;
      const wantsStream = /\btext\/event-stream\b/.test(context.req.header('accept') ?? '');
      if (request.type !== 'excerpt' || !wantsStream)
        return context.json(await services.assistant.suggest(request, signal));
      const response = streamSSE(context, async (stream) => {
        const answer = await services.assistant.streamExcerpt(request, signal, (piece) => {
          void stream.writeSSE({ event: 'piece', data: JSON.stringify({ text: piece }) });
        });
        await stream.writeSSE({ event: 'answer', data: JSON.stringify(answer) });
      });
      response.headers.set('cache-control', 'private, no-store');
      // A proxy that holds an answer back until it is whole would end the streaming.
      response.headers.set('x-accel-buffering', 'no');
      return response;
    },
  );
  return generate;
}

function lengthOf(request: GenerateRequest): number {
  const parts = ['title' in request ? request.title : '', 'content' in request ? request.content : ''];
  return Buffer.byteLength(parts.join(''));
}
