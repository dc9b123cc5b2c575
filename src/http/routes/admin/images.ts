import { z } from 'zod';
import { imageLimits, timestampSchema } from '#blog/contract.ts';
import type { AdminDeps, AdminHandlers, AdminRequest } from './admin-request.ts';
import { parseBody, parseQuery, readBodyBytes } from './request-body.ts';

const listSchema = z.strictObject({ before: timestampSchema.optional() });
const fetchSchema = z.strictObject({ url: z.url({ protocol: /^https?$/ }).max(8_192) });

const uploadType = /^(image\/[\w.+-]+|application\/octet-stream)\s*(;|$)/i;

type ImageCall = 'GET /pictures' | 'POST /pictures' | 'POST /pictures/fetch';

export function createImageHandlers({ imageStore }: AdminDeps): AdminHandlers<ImageCall> {
  return {
    'GET /pictures': async (call) => {
      const query = parseQuery(call, listSchema);
      if (!query.ok) return query.error;
      const before = query.value.before === undefined ? null : new Date(query.value.before);
      return call.context.json({ pictures: await imageStore.list(before) });
    },
    'POST /pictures': async (call) => {
      const { raw } = call.context.req;
      if (!uploadType.test(raw.headers.get('content-type') ?? '')) return call.respondError('body.type');
      const bytes = await readBodyBytes(raw, imageLimits.bytes);
      if (!bytes) return tooLarge(call);
      if (!(await call.isStillSignedIn())) return call.respondError('request.anonymous');
      const stored = await imageStore.store(bytes);
      return stored.ok ? call.context.json(stored.value, 201) : call.respondError(stored.error.code);
    },
    'POST /pictures/fetch': async (call) => {
      const input = await parseBody(call, fetchSchema);
      if (!input.ok) return input.error;
      const fetched = await imageStore.fetch(input.value.url, call.context.req.raw.signal);
      return fetched.ok ? call.context.json(fetched.value, 201) : call.respondError(fetched.error.code);
    },
  };
}

function tooLarge(call: AdminRequest): Response {
  const { body } = call.context.req.raw;
  // Rejects if the client is gone; then there is nothing to cancel.
  void body?.cancel().catch(() => undefined);
  const errorResponse = call.respondError('picture.too_large');
  return new Response(errorResponse.body, { status: 413, headers: errorResponse.headers });
}
