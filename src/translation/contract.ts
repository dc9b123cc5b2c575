import type { SuggestionErrorCode } from '#ai/contract.ts';
import type { Money } from '#ai/text-contract.ts';
import type { PostKind } from '#blog/contract.ts';
import type { Actor, EditError, EditorPost, PostStatus, TranslatablePost } from '#blog/editing-contract.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import type { Result } from '#platform/result.ts';
import type { AutomaticRule } from '#settings/contract.ts';

/** `passed` publishes each accepted language, `all` publishes only if every language passed. */
export const runChoices = ['passed', 'all', 'drafts'] as const;
export const runStatuses = ['queued', 'running', 'done', 'done_with_errors', 'cancelled'] as const;
/** `saved`: not published. `fallback`: a draft with the source text, because translation failed. */
export const taskStatuses = [
  'queued',
  'translating',
  'saved',
  'published',
  'fallback',
  'failed',
  'cancelled',
] as const;
export type RunChoice = (typeof runChoices)[number];
export type RunStatus = (typeof runStatuses)[number];
export type TaskStatus = (typeof taskStatuses)[number];

export function targetLocales(source: Locale): Locale[] {
  return locales.filter((locale) => locale !== source);
}

/** Of the HTML of a text. A run of one language with as many characters exceeds the default budget of a run. */
export const translatableLimits = { characters: 500_000, tags: 10_000 };

export interface RunRequest {
  choice: RunChoice;
  locales?: readonly Locale[];
}

export type TaskCode =
  | SuggestionErrorCode
  | 'run.budget'
  | 'translation.review'
  /** Nothing scored too low, but the second reader has not read all of it, and the owner demands a score. */
  | 'translation.unread'
  /** Passed, but the owner lets a person publish this language. */
  | 'translation.held'
  /** A person wrote the post or edited too much of it. It was left unchanged. */
  | 'translation.human'
  /** Someone is editing the published post. The translation is in the working copy. */
  | 'translation.edited'
  /** A draft, because not every language passed. */
  | 'translation.waits'
  /** All passed, but someone changed a post before they were published together. */
  | 'translation.unpublished'
  | 'run.withdrawn'
  | 'task.failed';

export const formalities = ['free', 'formal', 'informal'] as const;
export type Formality = (typeof formalities)[number];

export interface RunStep {
  locale: Locale;
  kind: 'original' | 'translation';
  status: TaskStatus;
  /** `done`: translated or found in the memory. `accepted`: passed every check. */
  blocks: { total: number; done: number; accepted: number };
  code: TaskCode | null;
  post: { id: string; slug: string; status: PostStatus; origin: TranslatablePost['origin'] } | null;
  /** Who publishes a held translation, by name; null if nobody is chosen who may. */
  reviewer: string | null;
}

export interface RunState {
  id: string;
  article_id: string;
  post_id: string;
  source_locale: Locale;
  source_version: number;
  choice: RunChoice;
  status: RunStatus;
  steps: RunStep[];
  current: Locale | null;
  /** 0 to 100; 100 only at the end. */
  percent: number;
  tokens: { estimated: number; spent: number; most: number };
  /** The second model had no tokens left or gave no usable answer, in any of the languages. */
  is_reading_incomplete: boolean;
  change: number;
  created_at: string;
  ended_at: string | null;
}

/** A call needs this many tokens left, though it uses fewer. */
export const callReserveTokens = 6000;

export interface RunEstimate {
  tokens: number;
  /** null without prices. */
  cost: Money | null;
  /** Blocks of all languages; `known` ones are in the translation memory. */
  blocks: number;
  known: number;
  most: number;
  leftToday: number;
  /** The part of `tokens` that the second reader uses, which has a budget of its own; null without one. */
  reading: { tokens: number; leftToday: number } | null;
}

export const runErrorCodes = [
  'run.missing',
  'run.empty',
  'run.over',
  'run.live',
  'run.translation',
  'run.too_long',
  'offer.missing',
  /** The text it replaces is no longer in the post. */
  'offer.gone',
  /** The original has changed since the page was opened. */
  'block.changed',
  /** The numbered tags of a block differ from those of its source. */
  'block.tags',
  /** The original has changed by more than a correction, or readers don't see the correction yet. */
  'correction.missing',
] as const;
export type RunErrorCode = (typeof runErrorCodes)[number];
export type RunError = Omit<EditError, 'code'> & { code: EditError['code'] | RunErrorCode; block?: string };

export interface RunStart extends RunRequest {
  postId: string;
  /** Expected version of the original; null accepts any. */
  version: number | null;
  key: string | null;
  actor: { id: string; name: string; mayPublish: boolean };
  /** The owner's rule that starts it, and how often it has failed for the same text; the actor has no id. */
  rule?: { name: AutomaticRule; attempt: number };
}

/** Translations of a run that only a person publishes. */
export interface HeldTranslations {
  postId: string;
  kind: PostKind;
  /** Of the original. */
  title: string;
  locales: readonly Locale[];
}

/** Translations of a run by a rule that are not published, and about which no reviewer is told. */
export interface UnpublishedTranslations {
  postId: string;
  /** Of the original. */
  title: string;
  tasks: readonly { locale: Locale; code: TaskCode }[];
}

/** The users whom the owner's rules name: those who publish a language, and the one who is told what isn't published. */
export interface Reviewers {
  /** Also while nobody is left who may. */
  isRequired(to: Locale): boolean;
  /** By language; without those for which nobody is chosen who may publish. */
  findNames(to: readonly Locale[], kind: PostKind): Promise<Map<Locale, string>>;
  notifyHeld(held: HeldTranslations): Promise<void>;
  notifyUnpublished(unpublished: UnpublishedTranslations): Promise<void>;
}

export interface TranslationRuns {
  /** `joined`: a run was live already, or the key is known. */
  start(start: RunStart): Promise<Result<{ run: RunState; joined: boolean }, RunError>>;
  estimate(postId: string, request: RunRequest): Promise<Result<RunEstimate, RunError>>;
  read(id: string): Promise<RunState | null>;
  findLatestByPost(postId: string): Promise<RunState | null>;
  cancel(id: string): Promise<Result<RunState, RunError>>;
  retry(id: string, locale?: Locale): Promise<Result<RunState, RunError>>;
}

/** Changes of an original that are so small that its translations may stay as they are. */
export interface Corrections {
  /** Of the outdated translations, those from whose source the original differs only by a correction. */
  list(postId: string): Promise<Result<{ locales: Locale[] }, RunError>>;
  /** Marks those translations as up to date once the correction is published. Returns the original. */
  keepTranslations(postId: string, version: number): Promise<Result<EditorPost, RunError>>;
}

export interface BlockSuggestion {
  hash: string;
  source: string;
  yours: string;
  offered: string;
  hasPlace: boolean;
}

export interface ReviewState {
  made_by: 'people' | 'machine' | 'both' | 'nobody';
  review: string[];
  offers: BlockSuggestion[];
}

export interface TranslationReview {
  read(postId: string): Promise<ReviewState | null>;
  /** Applies the suggestion as an autosave, so nothing is published. */
  acceptSuggestion(
    postId: string,
    hash: string,
    version: number,
    actor: Actor,
  ): Promise<Result<EditorPost, RunError>>;
  /** A later change of the source creates a new suggestion. */
  dismissSuggestion(postId: string, hash: string, actor: Actor): Promise<Result<null, RunError>>;
  /** Accepts remaining source text, or marks an untranslated post as translated. */
  approve(postId: string, actor: Actor): Promise<Result<null, RunError>>;
}

/** `terms` is a count per language; the others are lengths in characters. */
export const styleGuideLimits = { terms: 100, term: 80, style: 500 } as const;

/** Equal `source` and `target` mean that the term isn't translated. */
export interface StyleGuide {
  address: Formality;
  style: string;
  terms: { source: string; target: string }[];
}

export interface StoredStyleGuide extends StyleGuide {
  locale: Locale;
  remembered: number;
}

export interface TokenUsage {
  /** `cost` is at most what the text model has cost; missing without prices. */
  today: { tokens: number; budget: number; cost?: Money };
  runs: RunTokenUsage[];
}

export interface RunTokenUsage {
  id: string;
  post_id: string;
  title: string;
  source_locale: Locale;
  locales: Locale[];
  status: RunStatus;
  tokens: number;
  created_at: string;
}

/** A sentence for readers on posts whose text a machine translated and no person has accepted in full. */
export interface MachineNote {
  isOn(): Promise<boolean>;
  set(isOn: boolean): Promise<void>;
  isShownOn(postId: string): Promise<boolean>;
}

export interface QueuedPost {
  /** Of the translation. */
  id: string;
  title: string;
  status: PostStatus;
  /** The text is still in the source language. */
  isUntranslated: boolean;
  /** The source has changed since. */
  isOutdated: boolean;
  /** Blocks that a machine translated and no person has accepted or edited. */
  blocks: number;
  /** Of them, those that a second reading has doubts about. */
  doubtful: number;
}

/** Translations that a person should look at, over all posts. */
export interface ReviewQueue {
  countPosts(): Promise<{ locale: Locale; posts: number }[]>;
  /** Published posts first, then by the date of the change; at most 100. */
  listPosts(locale: Locale): Promise<QueuedPost[]>;
}

export interface GlossaryStore {
  listStyleGuides(): Promise<StoredStyleGuide[]>;
  saveStyleGuide(locale: Locale, style: StyleGuide): Promise<StoredStyleGuide>;
  readTokenUsage(): Promise<TokenUsage>;
}
