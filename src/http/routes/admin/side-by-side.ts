import { localeSchema } from '#blog/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { saveBlocksSchema, translateBlocksSchema } from '#translation/side-by-side-contract.ts';
import type { AppContext, Services } from '../../context.ts';
import { errorResponse } from '../../responses/error-response.ts';
import {
  type AdminHandler,
  type AdminHandlers,
  parseBody,
  parseIfMatch,
  resultResponse,
  type SaveLimit,
  uuidParam,
} from './admin-request.ts';

const saveLimitBytes = 4_000_000;

export function createSideBySideHandlers({ sideBySide }: Pick<Services, 'sideBySide'>, withSave: SaveLimit) {
  const savedBlocks = { schema: saveBlocksSchema, maxBytes: saveLimitBytes };
  return {
    'GET /posts/:id/side-by-side/:locale': withTarget(async (context, id, to) =>
      resultResponse(context, await sideBySide.read(id, to, context.var.actor)),
    ),
    'PUT /posts/:id/side-by-side/:locale': withTarget(async (context, id, to) => {
      const version = parseIfMatch(context);
      if (version === null) return errorResponse(context, 'version.missing');
      return withSave(context, savedBlocks, async ({ blocks }) =>
        resultResponse(context, await sideBySide.save(id, to, { version, blocks }, context.var.actor)),
      );
    }),
    'POST /posts/:id/side-by-side/:locale/translate': withTarget(async (context, id, to) => {
      const body = await parseBody(context, translateBlocksSchema);
      if (!body.ok) return body.error;
      const { signal } = context.req.raw;
      const { actor } = context.var;
      return resultResponse(context, await sideBySide.translate(id, to, body.value.blocks, actor, signal));
    }),
  } satisfies AdminHandlers;
}

function withTarget(
  handle: (context: AppContext, id: string, to: Locale) => Promise<Response>,
): AdminHandler {
  return async (context) => {
    const id = uuidParam(context);
    const locale = localeSchema.safeParse(context.req.param('locale'));
    return id && locale.success ? handle(context, id, locale.data) : errorResponse(context, 'post.missing');
  };
}
