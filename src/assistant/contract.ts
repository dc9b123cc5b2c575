import type { Locale } from '#i18n/locales.ts';
import type { ModelErrorCode } from '#platform/model-error.ts';

/** Title and content of one request together, in bytes of UTF-8. */
export const inputLimitBytes = 32 * 1024;

/** What is kept of a model's answer, in characters. */
export const suggestionLimits = { seoTitle: 70, seoDescription: 160, keywords: 10, keyword: 50 } as const;

/** Longest excerpt made from the text alone, in characters; a longer one is cut and ends in `...`. */
export const excerptFallbackLength = 300;

/** Set aside, and counted where the provider does not say what a picture cost. */
export const pictureTokens = 5000;

/** Names as the function's body has them; `locale` is the language of the post. Content may be HTML. */
export type GenerateRequest =
  | { type: 'slug'; locale: Locale; title: string }
  | { type: 'excerpt'; locale: Locale; content: string }
  | { type: 'seo' | 'image'; locale: Locale; title: string; content: string }
  | { type: 'translate'; title: string; content: string; targetLocale: Locale };

/** Why a suggestion is not the model's. */
export type AssistantErrorCode =
  | ModelErrorCode
  /** Nothing of what the model wrote could be taken. */
  | 'translation.unfit';

/** `fallback`: made here by rule, since no model answered; `code` says why. */
type Suggestion<T> = { success: true } & T &
  ({ fallback: false } | { fallback: true; code: AssistantErrorCode });

export type SlugAnswer = Suggestion<{ slug: string }>;
/** Plain text. */
export type ExcerptAnswer = Suggestion<{ excerpt: string }>;
export type SeoAnswer = Suggestion<{ seoTitle: string; seoDescription: string; seoKeywords: string[] }>;
/**
 * An address of this site: the model's picture, the title as a cover where no model draws, else null. `prompt`: what the
 * model was asked for, where it answered without a picture.
 */
export type ImageAnswer = Suggestion<{ imageUrl: string | null; prompt?: string }>;
/** `needsReview`: how many pieces of the text kept the original's words, since no translation of them could be taken. */
export type TranslateAnswer = Suggestion<{
  translatedTitle: string;
  translatedContent: string;
  needsReview?: number;
}>;
export type GenerateAnswer = SlugAnswer | ExcerptAnswer | SeoAnswer | ImageAnswer | TranslateAnswer;

/** Suggests what a writer may take or leave; publishes and saves nothing but pictures. Always has an answer. */
export interface Assistant {
  /** Whether a model is set: for words, for pictures. */
  models: { text: boolean; image: boolean };
  suggest(request: GenerateRequest, signal: AbortSignal): Promise<GenerateAnswer>;
  /** `onPiece` gets the model's plain text as it comes; the answer is the cleaned whole and takes its place. */
  streamExcerpt(
    request: Extract<GenerateRequest, { type: 'excerpt' }>,
    signal: AbortSignal,
    onPiece: (text: string) => void,
  ): Promise<ExcerptAnswer>;
}
