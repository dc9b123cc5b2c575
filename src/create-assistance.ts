import { createSuggestions } from '#assistant/create-assistant.ts';
import { createTranslation } from '#assistant/create-translations.ts';
import { createTokenBudget } from '#assistant/meter-calls.ts';
import { translateText } from '#assistant/suggest-translation.ts';
import { localizeInternalLink } from '#blog/address-in.ts';
import type { BlogReader } from '#blog/contract.ts';
import type { BlogWriter } from '#blog/create-blog-writer.ts';
import { plainText } from '#blog/plain-text.ts';
import { sanitizeContent } from '#blog/sanitise.ts';
import { slugFromTitle } from '#blog/slug.ts';
import type { Config } from '#config.ts';
import type { Metrics } from '#create-measures.ts';
import type { Database } from '#database/connect.ts';
import type { Jobs } from '#database/jobs.ts';
import type { createBlogEditor } from '#desk/create-desk.ts';
import { localeTags } from '#i18n/locales.ts';
import { createBackgroundThrottle } from '#platform/keep-pace.ts';
import { createLanguageModel, type ModelLimits } from '#platform/language-model.ts';
import type { Logger } from '#platform/logger.ts';

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
  ...{ baseUrl: '', apiKey: null, textModel: null, imageModel: null },
  ...{ dailyTokens: 0, runTokens: 0 },
};

/** Suggestions and translations. Part of the composition root. */
export function createAiServices({ ai: config }: Pick<Config, 'ai'>, deps: AiServicesDeps) {
  const { database, jobs, editor, blog, writer, metrics, log, now, random, onError } = deps;
  const provider = config ?? noProvider;
  const models = {
    ...{ textModel: provider.textModel, imageModel: provider.imageModel, random },
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
    ...{ sanitize: sanitizeContent, htmlToText: (html) => plainText(sanitizeContent(html)) },
    toSlug: slugFromTitle,
    async storeImage(bytes) {
      const stored = await writer.storeImage(bytes);
      return stored.ok ? stored.value.src : null;
    },
    drawCover: (locale, title) => deps.drawCover(localeTags[locale], title),
  });
  const translations = createTranslation({
    ...{ database, jobs, editor, models, now, onError },
    throttle: deps.throttleBackground ?? createBackgroundThrottle(),
    localizeLink: (link, to) => localizeInternalLink(blog, link, to),
    ...{ tokensMax: provider.runTokens, dailyTokens: provider.dailyTokens },
  });
  return { suggestions, ...translations };
}
