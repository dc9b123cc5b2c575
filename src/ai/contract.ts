import type { Locale } from '#i18n/locales.ts';

export const modelErrorCodes = [
  'model.unconfigured',
  'model.budget',
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

/** No text from the provider, which could quote the key. */
export interface ModelError {
  code: ModelErrorCode;
  status?: number;
  retryAfterSeconds?: number;
}

export interface Prompt {
  instructions: string;
  /** Untrusted input that the instructions refer to. */
  data: string;
  /** The answer is one paragraph in this language; absent for edited text and translations. */
  paragraphIn?: Locale;
  /** A JPEG, for models that accept images. */
  image?: Uint8Array;
  /** Sent only if the provider supports schemas. The instructions must describe it too. */
  schema?: Record<string, unknown>;
}

/** UTF-8 bytes of title and content together. */
export const inputLimitBytes = 32 * 1024;

export const suggestionLimits = { seoTitle: 70, seoDescription: 160, keywords: 10, keyword: 50 } as const;

export const excerptFallbackLength = 300;

export const imageTokens = 5000;
/** At most, of an image that a text model reads. */
export const imageInputTokens = 3000;

export type GenerateRequest =
  | { type: 'slug'; locale: Locale; title: string }
  | { type: 'excerpt'; locale: Locale; content: string }
  | { type: 'seo' | 'image'; locale: Locale; title: string; content: string }
  | { type: 'translate'; title: string; content: string; targetLocale: Locale };

export type SuggestionErrorCode = ModelErrorCode | 'translation.unfit';

/** `fallback`: generated without the model, which failed with `code`. */
type Suggestion<T> = { success: true } & T &
  ({ fallback: false } | { fallback: true; code: SuggestionErrorCode });

export type SlugResponse = Suggestion<{ slug: string }>;
export type ExcerptResponse = Suggestion<{ excerpt: string }>;
export type SeoResponse = Suggestion<{ seoTitle: string; seoDescription: string; seoKeywords: string[] }>;
/** `imageUrl` is a cover if no image model is configured. */
export type ImageResponse = Suggestion<{ imageUrl: string | null; prompt?: string }>;
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

/** Saves nothing except images. Never fails, since each type has a fallback. */
export interface Suggestions {
  models: { text: boolean; image: boolean };
  suggest(request: GenerateRequest, signal: AbortSignal): Promise<GenerateResponse>;
  /** `onPiece` gets plain text; the returned excerpt replaces it. */
  streamExcerpt(
    request: Extract<GenerateRequest, { type: 'excerpt' }>,
    signal: AbortSignal,
    onPiece: (text: string) => void,
  ): Promise<ExcerptResponse>;
}
