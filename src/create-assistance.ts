import { createAssistant } from '#assistant/create-assistant.ts';
import { createTranslations } from '#assistant/create-translations.ts';
import { createMeter } from '#assistant/meter-calls.ts';
import { addressIn } from '#blog/address-in.ts';
import type { BlogReader } from '#blog/contract.ts';
import type { BlogWriter } from '#blog/create-blog-writer.ts';
import { plainText } from '#blog/plain-text.ts';
import { sanitise } from '#blog/sanitise.ts';
import { slugFromTitle } from '#blog/slug.ts';
import type { Config } from '#config.ts';
import type { Measures } from '#create-measures.ts';
import type { Database } from '#database/connect.ts';
import type { Jobs } from '#database/jobs.ts';
import type { createDesk } from '#desk/create-desk.ts';
import { localeTags } from '#i18n/locales.ts';
import { createPace } from '#platform/keep-pace.ts';
import { createLanguageModel, type ModelLimits } from '#platform/language-model.ts';
import type { Logger } from '#platform/logger.ts';

interface AssistanceParts {
  database: Database;
  jobs: Jobs;
  desk: ReturnType<typeof createDesk>;
  blog: Pick<BlogReader, 'findPost' | 'siblingsOf'>;
  writer: Pick<BlogWriter, 'storePicture'>;
  /** A title as a picture, written in the language of this tag. */
  drawCover(tag: string, title: string): Promise<Uint8Array>;
  measures: Pick<Measures, 'modelCalled'>;
  log: Logger;
  now(): number;
  random(): number;
  onTrouble(error: unknown): void;
  modelLimits: Partial<ModelLimits> | undefined;
  rest: (() => Promise<void>) | undefined;
}

const noProvider = {
  ...{ baseUrl: '', apiKey: null, textModel: null, imageModel: null },
  ...{ dailyTokens: 0, runTokens: 0 },
};

/** What a language model does for writers: suggestions, and translations of whole articles. */
export function createAssistance({ assistant: set }: Pick<Config, 'assistant'>, parts: AssistanceParts) {
  const { database, jobs, desk, blog, writer, measures, log, now, random, onTrouble } = parts;
  const provider = set ?? noProvider;
  const models = {
    ...{ textModel: provider.textModel, imageModel: provider.imageModel, random },
    model: createLanguageModel(provider, {
      random,
      now,
      ...(parts.modelLimits && { limits: parts.modelLimits }),
    }),
    meter: createMeter({
      database,
      dailyTokens: provider.dailyTokens,
      now,
      onCall: measures.modelCalled,
      onFailure: (kind, { code, status }) =>
        log.warn({ kind, code, ...(status !== undefined && { status }) }, 'a suggestion came from rules'),
    }),
  };
  const assistant = createAssistant({
    ...models,
    ...{ sanitise, textOf: (html) => plainText(sanitise(html)) },
    slugOf: slugFromTitle,
    async storePicture(bytes) {
      const stored = await writer.storePicture(bytes);
      return stored.ok ? stored.value.src : null;
    },
    drawCover: (locale, title) => parts.drawCover(localeTags[locale], title),
  });
  const translations = createTranslations({
    ...{ database, jobs, desk, models, now, onTrouble },
    rest: parts.rest ?? createPace(),
    addressIn: (link, to) => addressIn(blog, link, to),
    ...{ tokensMax: provider.runTokens, dailyTokens: provider.dailyTokens },
  });
  return { assistant, ...translations };
}
