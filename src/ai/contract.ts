import type { Locale } from '#i18n/locales.ts';

export const modelErrorCodes = [
  'model.unconfigured',
  'model.budget',
  /** The provider or our queue is overloaded. */
  'model.busy',
  'model.unreachable',
  'model.timeout',
  /** The response is truncated, invalid, empty or too long. */
  'model.malformed',
  /** The provider rejected the key, the model or the content: don't retry. */
  'model.refused',
  'model.cancelled',
] as const;
export type ModelErrorCode = (typeof modelErrorCodes)[number];

/** Contains no text from the provider, which could quote the key. */
export interface ModelError {
  code: ModelErrorCode;
  status?: number;
  retryAfterSeconds?: number;
}

export interface Prompt {
  instructions: string;
  /** Untrusted input that the instructions refer to. */
  data: string;
  /** Sent only if the provider supports schemas; the instructions must describe it too. */
  schema?: Record<string, unknown>;
}

/** UTF-8 bytes of title and content together. */
export const inputLimitBytes = 32 * 1024;

export const suggestionLimits = { seoTitle: 70, seoDescription: 160, keywords: 10, keyword: 50 } as const;

/** In characters. A longer fallback excerpt is cut and ends in `...`. */
export const excerptFallbackLength = 300;

/** Reserved for an image, and charged if the provider reports no usage. */
export const imageTokens = 5000;

export type GenerateRequest =
  | { type: 'slug'; locale: Locale; title: string }
  | { type: 'excerpt'; locale: Locale; content: string }
  | { type: 'seo' | 'image'; locale: Locale; title: string; content: string }
  | { type: 'translate'; title: string; content: string; targetLocale: Locale };

export type SuggestionErrorCode =
  | ModelErrorCode
  /** Every translated block was rejected. */
  | 'translation.unfit';

/** `fallback`: made by rule, since the model failed; `code` says why. */
type Suggestion<T> = { success: true } & T &
  ({ fallback: false } | { fallback: true; code: SuggestionErrorCode });

export type SlugResponse = Suggestion<{ slug: string }>;
export type ExcerptResponse = Suggestion<{ excerpt: string }>;
export type SeoResponse = Suggestion<{ seoTitle: string; seoDescription: string; seoKeywords: string[] }>;
/** `imageUrl`: the model's image, or a cover if no image model is configured, both on this site. */
export type ImageResponse = Suggestion<{ imageUrl: string | null; prompt?: string }>;
/** `needsReview`: number of blocks that keep the source text. */
export type TranslateResponse = Suggestion<{
  translatedTitle: string;
  translatedContent: string;
  needsReview?: number;
}>;
export type GenerateResponse =
  | SlugResponse
  | ExcerptResponse
  | SeoResponse
  | ImageResponse
  | TranslateResponse;

/** Publishes and saves nothing except images. Never fails, since each type has a fallback. */
export interface Suggestions {
  models: { text: boolean; image: boolean };
  suggest(request: GenerateRequest, signal: AbortSignal): Promise<GenerateResponse>;
  /** `onPiece` receives plain text as it streams; the returned excerpt replaces it. */
  streamExcerpt(
    request: Extract<GenerateRequest, { type: 'excerpt' }>,
    signal: AbortSignal,
    onPiece: (text: string) => void,
  ): Promise<ExcerptResponse>;
}
