import type { ModelError, ModelErrorCode } from '#ai/contract.ts';
import {
  type AiProvider,
  createLanguageModel,
  type LanguageModel,
  type ModelLimits,
  noProvider,
} from '#ai/language-model.ts';
import { createSuggestions } from '#ai/suggestions.ts';
import { createTextSuggestions } from '#ai/text-suggestions.ts';
import { callTextModel, createTokenBudget, withDailyLimit } from '#ai/token-budget.ts';
import type { BlogChange, BlogReader } from '#blog/contract.ts';
import type { createBlogEditor } from '#blog/edit.ts';
import { slugFromTitle } from '#blog/slug.ts';
import type { BlogWriter } from '#blog/write.ts';
import { plainText, sanitizeContent } from '#content/sanitize-content.ts';
import type { Database } from '#database/database.ts';
import type { Jobs } from '#database/jobs.ts';
import type { Metrics } from '#http/context.ts';
import { type Locale, localeTags } from '#i18n/locales.ts';
import { createBackgroundThrottle } from '#platform/limits/event-loop.ts';
import type { Logger } from '#platform/logger.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { SiteSettings } from '#settings/contract.ts';
import type { ScorePolicy } from '#translation/assessment-contract.ts';
import { createAutomaticTranslation } from '#translation/automatic-translation.ts';
import type { Reviewers } from '#translation/contract.ts';
import { createCorrections } from '#translation/corrections.ts';
import { createGlossaryStore } from '#translation/glossary.ts';
import { createMachineNote } from '#translation/machine-note.ts';
import { createPostReviews } from '#translation/post-review.ts';
import { createTranslationReview } from '#translation/review.ts';
import { createReviewQueue } from '#translation/review-queue.ts';
import { createTranslationRuns } from '#translation/runs.ts';
import { createSideBySideTranslations } from '#translation/side-by-side.ts';
import { translateText } from '#translation/translate-text.ts';

interface AiServicesDeps {
  /** The same object until a setting changes. */
  provider(): AiProvider;
  reviewers: Reviewers;
  rules(): Pick<SiteSettings, 'automaticTranslation' | 'languageRules'>;
  database: Database;
  jobs: Jobs;
  editor: ReturnType<typeof createBlogEditor>;
  blog: Pick<BlogReader, 'findPost' | 'listTranslations'>;
  writer: Pick<BlogWriter, 'storeImage'>;
  emitChange(change: BlogChange): Promise<void>;
  /** Renders the title as an image, in the language of the tag. */
  drawCover(tag: string, title: string): Promise<Uint8Array>;
  /** A stored image as a small JPEG; null if there is none at this URL. */
  readImage(src: string): Promise<Uint8Array | null>;
  metrics: Pick<Metrics, 'recordModelCall'>;
  log: Logger;
  now(): number;
  random(): number;
  onError(error: unknown): void;
  modelLimits: Partial<ModelLimits> | undefined;
  throttleBackground: (() => Promise<void>) | undefined;
}

/** Calls in progress end with the provider they started with. */
function createCurrentModel(
  provider: () => AiProvider,
  { limits, ...options }: { random(): number; now(): number; limits: Partial<ModelLimits> | undefined },
): () => LanguageModel {
  const create = (config: AiProvider) => ({
    config,
    model: createLanguageModel(config, {
      ...options,
      limits: { concurrency: config.concurrency, ...limits },
    }),
  });
  let current = create(provider());
  return () => {
    if (current.config !== provider()) current = create(provider());
    return current.model;
  };
}

/** Suggestions and translations. Part of the composition root. */
export function createAiServices(deps: AiServicesDeps) {
  const { database, jobs, editor, blog, writer, metrics, log, now, random, onError } = deps;
  const { provider } = deps;
  const onFailure = (kind: string, { code, status }: ModelError) =>
    log.warn({ kind, code, ...(status !== undefined && { status }) }, 'a call to the model failed');
  const models = {
    provider,
    random,
    model: createCurrentModel(provider, { random, now, limits: deps.modelLimits }),
    meter: createTokenBudget({
      database,
      dailyTokens: () => provider().dailyTokens,
      now,
      onCall: metrics.recordModelCall,
      onFailure,
    }),
  };
  const secondReaderProvider = () => provider().secondReader ?? noProvider;
  const secondReader = {
    provider: secondReaderProvider,
    random,
    model: createCurrentModel(secondReaderProvider, { random, now, limits: deps.modelLimits }),
    meter: withDailyLimit(models.meter, {
      database,
      dailyTokens: () => secondReaderProvider().dailyTokens,
      now,
      onFailure,
    }),
  };
  const scorePolicy = (locale: Locale): ScorePolicy => {
    const threshold = deps.rules().languageRules[locale]?.threshold ?? provider().threshold;
    return { threshold, requiresModel: provider().secondReader !== null && threshold > 0 };
  };
  const htmlToText = (html: string) => plainText(sanitizeContent(html));
  const suggestions = createSuggestions({
    ...models,
    translateText,
    sanitize: sanitizeContent,
    htmlToText,
    toSlug: slugFromTitle,
    async storeImage(bytes) {
      const stored = await writer.storeImage(bytes);
      return stored.ok ? stored.value.src : null;
    },
    drawCover: (locale, title) => deps.drawCover(localeTags[locale], title),
  });
  const posts = editor.translations;
  const throttle = deps.throttleBackground ?? createBackgroundThrottle();
  const sideBySide = createSideBySideTranslations({
    database,
    posts,
    blog,
    models,
    secondReader,
    scorePolicy,
    now,
  });
  async function testModel(signal: AbortSignal): Promise<Result<null, ModelErrorCode>> {
    const prompt = { instructions: 'Answer with the word OK.', data: 'Test' };
    const result = await callTextModel(models, 'test', prompt, (model) => model.generateText(prompt, signal));
    return result.ok ? ok(null) : fail(result.error.code);
  }

  const runs = createTranslationRuns({
    database,
    jobs,
    posts,
    blog,
    models,
    secondReader,
    scorePolicy,
    reviewers: deps.reviewers,
    concurrency: provider().concurrency,
    now,
    onError,
    throttle,
  });

  return {
    testModel,
    suggestions,
    textSuggestions: createTextSuggestions({
      ...models,
      readImage: deps.readImage,
      htmlToText,
    }),
    runs,
    automaticTranslation: createAutomaticTranslation({
      database,
      runs,
      provider,
      scorePolicy,
      rule: () => deps.rules().automaticTranslation,
      now,
      onError,
    }),
    translationReview: createTranslationReview({ database, posts, editor, now }),
    corrections: createCorrections({ database, posts, now }),
    sideBySide,
    postReviews: createPostReviews({
      database,
      posts,
      sideBySide,
      now,
      scorePolicy,
      hasSecondReader: () => provider().secondReader !== null,
    }),
    reviewQueue: createReviewQueue({ database, scorePolicy }),
    machineNote: createMachineNote({ database, emitChange: deps.emitChange, now }),
    glossaryStore: createGlossaryStore({ database, provider, now }),
  };
}
