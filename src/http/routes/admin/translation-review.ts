import { z } from 'zod';
import { localeSchema } from '#blog/contract.ts';
import { formalities, styleGuideLimits } from '#translation/contract.ts';
import {
  type AdminDeps,
  type AdminHandlers,
  type AdminRequest,
  editorPostResponse,
  parseIfMatch,
  uuidParam,
} from './admin-request.ts';
import { parseBody } from './request-body.ts';
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
}: AdminDeps): AdminHandlers<TranslationCall> {
  return {
    'GET /posts/:id/translation': async (call) => {
      const id = uuidParam(call);
      const reviewState = id && (await review.read(id));
      return reviewState ? call.context.json(reviewState) : call.respondError('post.missing');
    },
    'POST /posts/:id/offers/:hash/take': async (call) => {
      const [id, hash, version] = [uuidParam(call), hashParam(call), parseIfMatch(call)];
      if (version === null) return call.respondError('version.missing');
      if (!id || !hash) return call.respondError('offer.missing');
      const result = await review.acceptSuggestion(id, hash, version, call.actor);
      return result.ok ? editorPostResponse(call, result) : runErrorResponse(call, result.error);
    },
    'POST /posts/:id/offers/:hash/keep': async (call) => {
      const [id, hash] = [uuidParam(call), hashParam(call)];
      if (!id || !hash) return call.respondError('offer.missing');
      const result = await review.dismissSuggestion(id, hash, call.actor);
      return result.ok ? call.context.json({ success: true }) : runErrorResponse(call, result.error);
    },
    'POST /posts/:id/translation/approve': async (call) => {
      const id = uuidParam(call);
      if (!id) return call.respondError('post.missing');
      const approved = await review.approve(id, call.actor);
      return approved.ok ? call.context.json({ success: true }) : runErrorResponse(call, approved.error);
    },
    'GET /translation/styles': async ({ context }) =>
      context.json({ styles: await glossary.listStyleGuides() }),
    'PUT /translation/styles/:locale': async (call) => {
      const locale = localeSchema.safeParse(call.context.req.param('locale'));
      if (!locale.success) return call.respondError('fields.unfit', { fields: ['locale'] });
      const style = await parseBody(call, styleSchema);
      return style.ok
        ? call.context.json(await glossary.saveStyleGuide(locale.data, style.value))
        : style.error;
    },
    'GET /translation/spending': async ({ context }) => context.json(await glossary.readTokenUsage()),
  };
}

function hashParam({ context }: AdminRequest): string | null {
  const hash = context.req.param('hash') ?? '';
  return /^[0-9a-f]{32}$/.test(hash) ? hash : null;
}
