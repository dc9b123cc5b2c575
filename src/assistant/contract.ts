import type { DeskDocument, DeskError, PostStatus, TranslatedPost, Writer } from '#desk/contract.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import type { ModelErrorCode } from '#platform/model-error.ts';
import type { Result } from '#platform/result.ts';

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

/**
 * Which languages of a run readers get to see: every one whose blocks were all taken (`passed`), those only if every
 * language was (`all`), or none (`drafts`).
 */
export const runChoices = ['passed', 'all', 'drafts'] as const;
export const runStatuses = ['queued', 'running', 'done', 'done_with_errors', 'cancelled'] as const;
/** `saved`: kept where readers do not see it; `fallback`: no translation was to be had, the original's words stand in. */
export const taskStatuses = [
  ...(['queued', 'translating'] as const),
  ...(['saved', 'published', 'fallback', 'failed', 'cancelled'] as const),
] as const;
export type RunChoice = (typeof runChoices)[number];
export type RunStatus = (typeof runStatuses)[number];
export type TaskStatus = (typeof taskStatuses)[number];

/** The languages a text is translated into, in this order: all but its own. */
export function targetsOf(source: Locale): Locale[] {
  return locales.filter((locale) => locale !== source);
}

export interface RunRequest {
  choice: RunChoice;
  /** Left out: all but the original's. */
  locales?: readonly Locale[];
}

/** Why a language is not as hoped for. */
export type TaskCode =
  | AssistantErrorCode
  /** The run has spent what it may. */
  | 'run.budget'
  /** Some blocks keep the original's words. */
  | 'translation.review'
  /** A person wrote the post, or changed it so that the translation has no place in it: it was left alone. */
  | 'translation.human'
  /** Somebody is changing what readers see: the translation waits with their changes. */
  | 'translation.edited'
  /** It is a draft, since not every language passed. */
  | 'translation.waits'
  /** All passed, and could not be published together: somebody changed one of them just then. */
  | 'translation.unpublished'
  /** Readers were not to see the original any more, which ended the run. */
  | 'run.withdrawn'
  | 'task.failed';

/** How readers are spoken to; `free`: as the model does. */
export const addressForms = ['free', 'formal', 'informal'] as const;
export type AddressForm = (typeof addressForms)[number];

/** One of the steps of a run, the first is the original. */
export interface RunStep {
  locale: Locale;
  kind: 'original' | 'translation';
  status: TaskStatus;
  /** Blocks of its text: how many there are, were asked for or found, and passed every check. */
  blocks: { total: number; done: number; accepted: number };
  code: TaskCode | null;
  /** The post in this language, as it is now, whoever wrote it. `origin`: whose words it has. */
  post: { id: string; slug: string; status: PostStatus; origin: TranslatedPost['origin'] } | null;
}

/** A run as the card shows it. */
export interface RunState {
  id: string;
  article_id: string;
  /** The original. */
  post_id: string;
  source_locale: Locale;
  source_version: number;
  choice: RunChoice;
  status: RunStatus;
  /** The original, then the languages in the order they are translated. */
  steps: RunStep[];
  /** What is worked on; null: nothing, or it is over. */
  current: Locale | null;
  /** 0 to 100; 100 only at the end. */
  percent: number;
  tokens: { estimated: number; spent: number; most: number };
  /** Raised by every change of all this. */
  change: number;
  created_at: string;
  ended_at: string | null;
}

export interface RunEstimate {
  /** Tokens, about. */
  tokens: number;
  /** Of all blocks in all languages: how many there are, and how many need not be asked for. */
  blocks: number;
  known: number;
  /** Tokens that a run may use at most, and that are left of the day. */
  most: number;
  leftToday: number;
}

export const runErrorCodes = [
  ...(['run.missing', 'run.empty', 'run.over', 'run.live'] as const),
  /** It was translated itself: a run starts from what it was made from. */
  'run.translation',
  'offer.missing',
  /** The words it is for are not found in the text any more. */
  'offer.gone',
] as const;
export type RunErrorCode = (typeof runErrorCodes)[number];
export type RunError = Omit<DeskError, 'code'> & { code: DeskError['code'] | RunErrorCode };

/** Who starts a run. */
export interface RunStart extends RunRequest {
  postId: string;
  /** The version it is to be made from; null: whichever it is. */
  version: number | null;
  key: string | null;
  by: { id: string; name: string; mayPublish: boolean };
}

/** Translations of whole articles, as work that outlives its process. */
export interface TranslationRuns {
  /** `joined`: it was running already, or the key is known. */
  start(start: RunStart): Promise<Result<{ run: RunState; joined: boolean }, RunError>>;
  estimate(postId: string, request: RunRequest): Promise<Result<RunEstimate, RunError>>;
  open(id: string): Promise<RunState | null>;
  /** The live or the last run of the post's article. */
  lastOf(postId: string): Promise<RunState | null>;
  /** The number of its last change; null where there is none. */
  changeOf(id: string): Promise<number | null>;
  cancel(id: string): Promise<Result<RunState, RunError>>;
  retry(id: string, locale?: Locale): Promise<Result<RunState, RunError>>;
  /** Told of every change that this process makes. Gives what ends it. */
  watch(id: string, listener: () => void): () => void;
}

/** An offer as the editor shows it: words alone. */
export interface OpenOffer {
  /** Names it, among those of its post. */
  hash: string;
  source: string;
  yours: string;
  offered: string;
  /** false: the text was changed so much that its place is not known. */
  hasPlace: boolean;
}

/** Who made a translation, and what a person has to look at in it. */
export interface TranslationNote {
  made_by: 'people' | 'machine' | 'both' | 'nobody';
  /** Where the original's words still stand. */
  review: string[];
  offers: OpenOffer[];
}

export interface TranslationNotes {
  read(postId: string): Promise<TranslationNote | null>;
  /** Into the text as if it had been typed: nothing is published by it. */
  take(postId: string, hash: string, version: number, by: Writer): Promise<Result<DeskDocument, RunError>>;
  /** What the person wrote stays; it is offered again when the source has changed again. */
  keep(postId: string, hash: string, by: Writer): Promise<Result<null, RunError>>;
  /** The original's words are right where they stand; of a post that was not translated: it is now. */
  approve(postId: string, by: Writer): Promise<Result<null, RunError>>;
}

/** Most terms of a language; longest term and style note, in characters. */
export const styleLimits = { terms: 100, term: 80, style: 500 } as const;

/** How the operator wants a language written. `target` the same as `source`: it stays as it is. */
export interface LanguageStyle {
  address: AddressForm;
  style: string;
  terms: { source: string; target: string }[];
}

export interface KeptStyle extends LanguageStyle {
  locale: Locale;
  /** Blocks whose translation into it is known; people's not counted. */
  remembered: number;
}

export interface Spending {
  today: { tokens: number; budget: number };
  /** Newest first. */
  runs: SpentRun[];
}

export interface SpentRun {
  id: string;
  post_id: string;
  /** Of the original, as it was. */
  title: string;
  source_locale: Locale;
  locales: Locale[];
  status: RunStatus;
  tokens: number;
  created_at: string;
}

/** How languages are written, and what translating has cost. */
export interface TranslationBooks {
  /** All ten, in the order of `locales`. */
  listStyles(): Promise<KeptStyle[]>;
  saveStyle(locale: Locale, style: LanguageStyle): Promise<KeptStyle>;
  spending(): Promise<Spending>;
}
