import type { Locale } from '#i18n/locales.ts';
import type { ModelErrorCode } from './contract.ts';

/** What a model can do with the selected text of a post. */
export const textActions = ['rewrite', 'shorten', 'continue', 'fix', 'list'] as const;
export type TextAction = (typeof textActions)[number];

/** In UTF-8 bytes. `selection` leaves room for an answer of the same length. */
export const textLimitBytes = { selection: 8000, context: 4000 } as const;

export interface TextRequest {
  action: TextAction;
  locale: Locale;
  /** Lines of block text: formatting is numbered tags. */
  text: string;
  /** Plain text around the selection. */
  before: string;
  after: string;
}

/** Prices of the text model for a million tokens. */
export interface ModelPrices {
  input: number;
  output: number;
  /** ISO 4217. */
  currency: string;
}

/** By what a call is for: the second reader may have prices of its own. */
export interface CallPrices {
  text: ModelPrices;
  review: ModelPrices;
}

export interface Money {
  amount: number;
  /** ISO 4217. */
  currency: string;
}

/** What a call is charged. An estimate is the maximum, because the provider reported nothing. */
export interface TokenCharge {
  tokensIn: number;
  tokensOut: number;
  isEstimate: boolean;
  /** null without prices. */
  cost: Money | null;
}

/** `charge` is null if nothing was sent to the provider. */
export type ChargedResponse<T> = (({ success: true } & T) | { success: false; code: ModelErrorCode }) & {
  charge: TokenCharge | null;
};

/** `text`: lines of block text with the tags of the request only, and no URL that the request doesn't have. */
export type TextResponse = ChargedResponse<{ text: string }>;

export interface TitleRequest {
  locale: Locale;
  /** May be empty. */
  title: string;
  /** HTML or plain text. */
  content: string;
}

export const titleIdeaLimits = { count: 5, length: 120 } as const;

export type TitlesResponse = ChargedResponse<{ titles: string[] }>;

export interface AltTextRequest {
  locale: Locale;
  /** URL of a stored image. */
  src: string;
  title: string;
  caption: string;
  /** Plain text around the image. */
  before: string;
  after: string;
}

export const altTextLength = 200;

/** `sawImage`: false if the model got only the text around the image. */
export type AltTextResponse = ChargedResponse<{ alt: string; sawImage: boolean }>;

export interface TextSuggestions {
  suggestAlt(request: AltTextRequest, signal: AbortSignal): Promise<AltTextResponse>;
  /** At most five titles, none of them the current one. */
  suggestTitles(request: TitleRequest, signal: AbortSignal): Promise<TitlesResponse>;
  /** `onPiece` gets plain text while it is written; the response replaces it. Saves nothing. */
  suggestText(
    request: TextRequest,
    signal: AbortSignal,
    onPiece: (text: string) => void,
  ): Promise<TextResponse>;
}
