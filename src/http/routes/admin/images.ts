import { z } from 'zod';
import { imageLimits, timestampSchema } from '#blog/contract.ts';
import type { AppContext, Services } from '../../context.ts';
import { readBodyBytes } from '../../middleware/validate-request.ts';
import { errorResponse } from '../../responses/error-response.ts';
import { type AdminHandlers, parseBody, parseQuery } from './admin-request.ts';

const listSchema = z.strictObject({ before: timestampSchema.optional() });
const fetchSchema = z.strictObject({ url: z.url({ protocol: /^https?$/ }).max(8_192) });

const uploadType = /^(image\/[\w.+-]+|application\/octet-stream)\s*(;|$)/i;

export function createImageHandlers({ imageStore }: Pick<Services, 'imageStore'>) {
  return {
    'GET /pictures': async (context) => {
      const query = parseQuery(context, listSchema);
      if (!query.ok) return query.error;
      const before = query.value.before === undefined ? null : new Date(query.value.before);
      return context.json({ pictures: await imageStore.list(before) });
    },
    'POST /pictures': async (context) => {
      const { raw } = context.req;
      if (!uploadType.test(raw.headers.get('content-type') ?? '')) return errorResponse(context, 'body.type');
      const bytes = await readBodyBytes(raw, imageLimits.bytes);
      if (!bytes) return tooLarge(context);
      if (!(await context.var.isStillSignedIn())) return errorResponse(context, 'request.anonymous');
      const stored = await imageStore.store(bytes);
      return stored.ok ? context.json(stored.value, 201) : errorResponse(context, stored.error.code);
    },
    'POST /pictures/fetch': async (context) => {
      const input = await parseBody(context, fetchSchema);
      if (!input.ok) return input.error;
      const fetched = await imageStore.fetch(input.value.url, context.req.raw.signal);
      return fetched.ok ? context.json(fetched.value, 201) : errorResponse(context, fetched.error.code);
    },
  } satisfies AdminHandlers;
}

function tooLarge(context: AppContext): Response {
  const { body } = context.req.raw;
  // Rejects if the client is gone; then there is nothing to cancel.
  void body?.cancel().catch(() => undefined);
  return errorResponse(context, 'picture.too_large', {}, 413);
}
