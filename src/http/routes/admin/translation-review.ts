import { z } from 'zod';
import { localeSchema } from '#blog/contract.ts';
import { formalities, styleGuideLimits } from '#translation/contract.ts';
import type { AppContext, Services } from '../../context.ts';
import { errorResponse } from '../../responses/error-response.ts';
import {
  type AdminHandlers,
  editorPostResponse,
  parseBody,
  parseIfMatch,
  uuidParam,
} from './admin-request.ts';
import { runErrorResponse } from './translation-runs.ts';

/** One line, because the text becomes part of a prompt. */
const singleLine = (min: number, max: number) =>
  z
    .string()
    .transform((text) =>
      text
        .toWellFormed()
        .normalize('NFC')
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .trim(),
    )
    .pipe(z.string().min(min).max(max));

const term = singleLine(1, styleGuideLimits.term);

const styleSchema = z.strictObject({
  address: z.enum(formalities),
  style: singleLine(0, styleGuideLimits.style),
  terms: z
    .array(z.strictObject({ source: term, target: term }))
    .max(styleGuideLimits.terms)
    .refine((terms) => new Set(terms.map(({ source }) => source.toLowerCase())).size === terms.length),
});

type TranslationCall =
  | 'GET /posts/:id/translation'
  | 'POST /posts/:id/offers/:hash/take'
  | 'POST /posts/:id/offers/:hash/keep'
  | 'POST /posts/:id/translation/approve'
  | 'GET /translation/styles'
  | 'PUT /translation/styles/:locale'
  | 'GET /translation/spending';

export function createTranslationHandlers({
  translationReview: review,
  glossaryStore: glossary,
}: Pick<Services, 'translationReview' | 'glossaryStore'>): AdminHandlers<TranslationCall> {
  return {
    'GET /posts/:id/translation': async (context) => {
      const id = uuidParam(context);
      const reviewState = id && (await review.read(id));
      return reviewState ? context.json(reviewState) : errorResponse(context, 'post.missing');
    },
    'POST /posts/:id/offers/:hash/take': async (context) => {
      const [id, hash, version] = [uuidParam(context), hashParam(context), parseIfMatch(context)];
      if (version === null) return errorResponse(context, 'version.missing');
      if (!id || !hash) return errorResponse(context, 'offer.missing');
      const result = await review.acceptSuggestion(id, hash, version, context.var.actor);
      return result.ok ? editorPostResponse(context, result) : runErrorResponse(context, result.error);
    },
    'POST /posts/:id/offers/:hash/keep': async (context) => {
      const [id, hash] = [uuidParam(context), hashParam(context)];
      if (!id || !hash) return errorResponse(context, 'offer.missing');
      const result = await review.dismissSuggestion(id, hash, context.var.actor);
      return result.ok ? context.json({ success: true }) : runErrorResponse(context, result.error);
    },
    'POST /posts/:id/translation/approve': async (context) => {
      const id = uuidParam(context);
      if (!id) return errorResponse(context, 'post.missing');
      const approved = await review.approve(id, context.var.actor);
      return approved.ok ? context.json({ success: true }) : runErrorResponse(context, approved.error);
    },
    'GET /translation/styles': async (context) => context.json({ styles: await glossary.listStyleGuides() }),
    'PUT /translation/styles/:locale': async (context) => {
      const locale = localeSchema.safeParse(context.req.param('locale'));
      if (!locale.success) return errorResponse(context, 'fields.unfit', { fields: ['locale'] });
      const style = await parseBody(context, styleSchema);
      return style.ok ? context.json(await glossary.saveStyleGuide(locale.data, style.value)) : style.error;
    },
    'GET /translation/spending': async (context) => context.json(await glossary.readTokenUsage()),
  };
}

function hashParam({ req }: AppContext): string | null {
  const hash = req.param('hash') ?? '';
  return /^[0-9a-f]{32}$/.test(hash) ? hash : null;
}
