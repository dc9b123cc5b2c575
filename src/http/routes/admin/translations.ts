import { z } from 'zod';
import { localeSchema } from '#blog/contract.ts';
import { formalities, runChoices, styleGuideLimits } from '#translation/contract.ts';
import type { AppContext, Services } from '../../context.ts';
import { errorResponse } from '../../responses/error-response.ts';
import {
  type AdminHandlers,
  editorPostResponse,
  idempotencyKeyPattern,
  parseBody,
  parseIfMatch,
  resultResponse,
  uuidParam,
  withBody,
} from './admin-request.ts';

const requestSchema = z.strictObject({
  choice: z.enum(runChoices).default('passed'),
  /** Defaults to all languages except that of the original. */
  locales: z.array(localeSchema).min(1).max(10).optional(),
});
/** Without a locale, retries all incomplete languages. */
const retrySchema = z.strictObject({ locale: localeSchema.optional() });

export function createRunHandlers({ runs }: Pick<Services, 'runs'>) {
  return {
    'GET /posts/:id/run': async (context) => {
      const id = uuidParam(context);
      const run = id && (await runs.findLatestByPost(id));
      return run ? context.json(run) : errorResponse(context, 'run.missing');
    },
    'POST /posts/:id/translations': async (context) => {
      const postId = uuidParam(context);
      const key = context.req.header('idempotency-key') ?? null;
      if (key !== null && !idempotencyKeyPattern.test(key))
        return errorResponse(context, 'fields.unfit', { fields: ['idempotency-key'] });
      const body = await parseBody(context, requestSchema);
      if (!body.ok) return body.error;
      if (!postId) return errorResponse(context, 'post.missing');
      const started = await runs.start({
        postId,
        key,
        version: parseIfMatch(context),
        actor: context.var.actor,
        choice: body.value.choice,
        ...(body.value.locales && { locales: body.value.locales }),
      });
      if (!started.ok) return resultResponse(context, started);
      const { run, joined } = started.value;
      return context.json(run, joined ? 200 : 201);
    },
    'POST /posts/:id/translations/estimate': withBody(requestSchema, async (context, { choice, locales }) => {
      const postId = uuidParam(context);
      if (!postId) return errorResponse(context, 'post.missing');
      return resultResponse(context, await runs.estimate(postId, { choice, ...(locales && { locales }) }));
    }),
    'GET /runs/:id': async (context) => {
      const id = uuidParam(context);
      const run = id && (await runs.read(id));
      return run ? context.json(run) : errorResponse(context, 'run.missing');
    },
    'POST /runs/:id/cancel': async (context) => {
      const id = uuidParam(context);
      return id ? resultResponse(context, await runs.cancel(id)) : errorResponse(context, 'run.missing');
    },
    'POST /runs/:id/retry': withBody(retrySchema, async (context, { locale }) => {
      const id = uuidParam(context);
      if (!id) return errorResponse(context, 'run.missing');
      return resultResponse(context, await runs.retry(id, locale));
    }),
  } satisfies AdminHandlers;
}

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

const noteSchema = z.strictObject({ shown: z.boolean() });

export function createTranslationHandlers({
  corrections,
  translationReview: review,
  glossaryStore: glossary,
  machineNote,
}: Pick<Services, 'corrections' | 'translationReview' | 'glossaryStore' | 'machineNote'>) {
  return {
    'GET /posts/:id/correction': async (context) => {
      const id = uuidParam(context);
      return id
        ? resultResponse(context, await corrections.list(id))
        : errorResponse(context, 'post.missing');
    },
    'POST /posts/:id/correction': async (context) => {
      const [id, version] = [uuidParam(context), parseIfMatch(context)];
      if (!id) return errorResponse(context, 'post.missing');
      if (version === null) return errorResponse(context, 'version.missing');
      return editorPostResponse(context, await corrections.keepTranslations(id, version));
    },
    'GET /posts/:id/translation': async (context) => {
      const id = uuidParam(context);
      const reviewState = id && (await review.read(id));
      return reviewState ? context.json(reviewState) : errorResponse(context, 'post.missing');
    },
    'POST /posts/:id/offers/:hash/take': async (context) => {
      const [id, hash, version] = [uuidParam(context), hashParam(context), parseIfMatch(context)];
      if (version === null) return errorResponse(context, 'version.missing');
      if (!id || !hash) return errorResponse(context, 'offer.missing');
      return editorPostResponse(context, await review.acceptSuggestion(id, hash, version, context.var.actor));
    },
    'POST /posts/:id/offers/:hash/keep': async (context) => {
      const [id, hash] = [uuidParam(context), hashParam(context)];
      if (!id || !hash) return errorResponse(context, 'offer.missing');
      return resultResponse(context, await review.dismissSuggestion(id, hash, context.var.actor));
    },
    'POST /posts/:id/translation/approve': async (context) => {
      const id = uuidParam(context);
      if (!id) return errorResponse(context, 'post.missing');
      return resultResponse(context, await review.approve(id, context.var.actor));
    },
    'GET /translation/styles': async (context) => context.json({ styles: await glossary.listStyleGuides() }),
    'PUT /translation/styles/:locale': async (context) => {
      const locale = localeSchema.safeParse(context.req.param('locale'));
      if (!locale.success) return errorResponse(context, 'fields.unfit', { fields: ['locale'] });
      const style = await parseBody(context, styleSchema);
      return style.ok ? context.json(await glossary.saveStyleGuide(locale.data, style.value)) : style.error;
    },
    'PUT /translation/note': withBody(noteSchema, async (context, { shown }) => {
      await machineNote.set(shown);
      return context.json({ shown });
    }),
    'GET /translation/spending': async (context) => context.json(await glossary.readTokenUsage()),
  } satisfies AdminHandlers;
}

function hashParam({ req }: AppContext): string | null {
  const hash = req.param('hash') ?? '';
  return /^[0-9a-f]{32}$/.test(hash) ? hash : null;
}
