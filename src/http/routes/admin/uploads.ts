import { z } from 'zod';
import { clipBytesMax } from '#blog/clip-contract.ts';
import { imageLimits, timestampSchema } from '#blog/contract.ts';
import { createSemaphore } from '#platform/limits/semaphore.ts';
import type { Result } from '#platform/result.ts';
import type { AppContext, Services } from '../../context.ts';
import { readBodyBytes } from '../../middleware/validate-request.ts';
import { errorResponse, type HttpErrorCode } from '../../responses/error-response.ts';
import {
  type AdminHandler,
  type AdminHandlers,
  parseQuery,
  resultResponse,
  withBody,
} from './admin-request.ts';

const listSchema = z.strictObject({ before: timestampSchema.optional() });
const fetchSchema = z.strictObject({ url: z.url({ protocol: /^https?$/ }).max(8_192) });

/** Images and clips. */
export function createUploadHandlers({ imageStore, clips }: Pick<Services, 'imageStore' | 'clips'>) {
  return {
    'GET /pictures': async (context) => {
      const query = parseQuery(context, listSchema);
      if (!query.ok) return query.error;
      const before = query.value.before === undefined ? null : new Date(query.value.before);
      return context.json({ pictures: await imageStore.list(before) });
    },
    'POST /pictures': createUploadHandler({
      types: /^(image\/[\w.+-]+|application\/octet-stream)\s*(;|$)/i,
      maxBytes: imageLimits.bytes,
      tooLarge: 'picture.too_large',
      concurrency: 4,
      store: imageStore.store,
    }),
    'POST /pictures/fetch': withBody(fetchSchema, async (context, { url }) =>
      resultResponse(context, await imageStore.fetch(url, context.req.raw.signal), 201),
    ),
    'POST /clips': createUploadHandler({
      types: /^(?:video\/[\w.+-]+|audio\/[\w.+-]+|application\/(?:ogg|octet-stream))\s*(?:;|$)/i,
      maxBytes: clipBytesMax,
      tooLarge: 'clip.too_large',
      concurrency: 2,
      store: clips.store,
    }),
  } satisfies AdminHandlers;
}

interface Upload {
  /** Content types. */
  types: RegExp;
  maxBytes: number;
  tooLarge: HttpErrorCode;
  /** Each upload is in memory as a whole. Further ones wait, and their bodies are not read. */
  concurrency: number;
  store(bytes: Uint8Array): Promise<Result<object, { code: HttpErrorCode }>>;
}

function createUploadHandler({ types, maxBytes, tooLarge, concurrency, store }: Upload): AdminHandler {
  const semaphore = createSemaphore({ concurrency, maxQueued: Number.POSITIVE_INFINITY });

  async function upload(context: AppContext): Promise<Response> {
    const { raw } = context.req;
    const bytes = await readBodyBytes(raw, maxBytes);
    if (!bytes) {
      // Rejects if the client is gone; then there is nothing to cancel.
      void raw.body?.cancel().catch(() => undefined);
      return errorResponse(context, tooLarge, {}, 413);
    }
    if (!(await context.var.isStillSignedIn())) return errorResponse(context, 'request.anonymous');
    return resultResponse(context, await store(bytes), 201);
  }

  return async (context) => {
    const { raw } = context.req;
    if (!types.test(raw.headers.get('content-type') ?? '')) return errorResponse(context, 'body.type');
    const release = await semaphore.acquire(raw.signal);
    try {
      return await upload(context);
    } finally {
      release?.();
    }
  };
}
