import { createLanguageModel, type ModelLimits } from '#ai/language-model.ts';
import { createSuggestions } from '#ai/suggestions.ts';
import { createTokenBudget } from '#ai/token-budget.ts';
import type { BlogReader } from '#blog/contract.ts';
import type { createBlogEditor } from '#blog/edit.ts';
import { plainText, sanitizeContent } from '#blog/sanitize-content.ts';
import { slugFromTitle } from '#blog/slug.ts';
import type { BlogWriter } from '#blog/write.ts';
import type { Database } from '#database/database.ts';
import type { Jobs } from '#database/jobs.ts';
import type { Metrics } from '#http/context.ts';
import { localeTags } from '#i18n/locales.ts';
import { createBackgroundThrottle } from '#platform/limits/event-loop.ts';
import type { Logger } from '#platform/logger.ts';
import { createGlossaryStore } from '#translation/glossary.ts';
import { createTranslationReview } from '#translation/review.ts';
import { createTranslationRuns } from '#translation/runs.ts';
import { translateText } from '#translation/translate-text.ts';
import type { Config } from './config.ts';

interface AiServicesDeps {
  database: Database;
  jobs: Jobs;
  editor: ReturnType<typeof createBlogEditor>;
  blog: Pick<BlogReader, 'findPost' | 'listTranslations'>;
  writer: Pick<BlogWriter, 'storeImage'>;
  /** Renders the title as an image, in the language of the tag. */
  drawCover(tag: string, title: string): Promise<Uint8Array>;
  metrics: Pick<Metrics, 'recordModelCall'>;
  log: Logger;
  now(): number;
  random(): number;
  onError(error: unknown): void;
  modelLimits: Partial<ModelLimits> | undefined;
  throttleBackground: (() => Promise<void>) | undefined;
}

const noProvider = {
  baseUrl: '',
  apiKey: null,
  textModel: null,
  imageModel: null,
  dailyTokens: 0,
  runTokens: 0,
};

/** Suggestions and translations. Part of the composition root. */
export function createAiServices({ ai: config }: Pick<Config, 'ai'>, deps: AiServicesDeps) {
  const { database, jobs, editor, blog, writer, metrics, log, now, random, onError } = deps;
  const provider = config ?? noProvider;
  const models = {
    textModel: provider.textModel,
    imageModel: provider.imageModel,
    random,
    model: createLanguageModel(provider, {
      random,
      now,
      ...(deps.modelLimits && { limits: deps.modelLimits }),
    }),
    meter: createTokenBudget({
      database,
      dailyTokens: provider.dailyTokens,
      now,
      onCall: metrics.recordModelCall,
      onFailure: (kind, { code, status }) =>
        log.warn({ kind, code, ...(status !== undefined && { status }) }, 'a suggestion came from rules'),
    }),
  };
  const suggestions = createSuggestions({
    ...models,
    translateText,
    sanitize: sanitizeContent,
    htmlToText: (html) => plainText(sanitizeContent(html)),
    toSlug: slugFromTitle,
    async storeImage(bytes) {
      const stored = await writer.storeImage(bytes);
      return stored.ok ? stored.value.src : null;
    },
    drawCover: (locale, title) => deps.drawCover(localeTags[locale], title),
  });
  const { runTokens: tokensMax, dailyTokens } = provider;
  const posts = editor.translations;
  const throttle = deps.throttleBackground ?? createBackgroundThrottle();
  return {
    suggestions,
    runs: createTranslationRuns({
      database,
      jobs,
      posts,
      blog,
      models,
      tokensMax,
      dailyTokens,
      now,
      onError,
      throttle,
    }),
    translationReview: createTranslationReview({ database, posts, editor, now }),
    glossaryStore: createGlossaryStore({ database, dailyTokens, now }),
  };
}
