import { z } from 'zod';
import { localeSchema } from '#blog/contract.ts';
import { extractBodyLimitBytes } from '#extraction/contract.ts';
import type { Services } from '../../context.ts';
import { countRequest, withExtractionSlot } from '../../request-limits.ts';
import { errorResponse, toErrorBody } from '../../responses/error-response.ts';
import { type AdminHandlers, withBody } from './admin-request.ts';

const readSchema = z.strictObject({ url: z.string().trim().max(2_000), locale: localeSchema });

export function createThreadsPostHandlers({
  hasPostLink,
  readThreadsPost,
}: Pick<Services, 'hasPostLink' | 'readThreadsPost'>) {
  return {
    'POST /threads-posts': withBody(
      readSchema,
      async (context, { url, locale }) => {
        // Input without a post link fails without an upstream request, so it doesn't count.
        const limitResponse = hasPostLink(url) ? await countRequest(context, 'extractions') : null;
        if (limitResponse) return limitResponse;
        return withExtractionSlot(context, async () => {
          const read = await readThreadsPost(url, locale, context.req.raw.signal);
          if (read.ok) return context.json(read.value, 201);
          const { code, retryAfterSeconds } = read.error;
          const error = { code, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
          return errorResponse(context, code, toErrorBody(context.var.locale, error));
        });
      },
      extractBodyLimitBytes,
    ),
  } satisfies AdminHandlers;
}
