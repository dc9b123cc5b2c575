import type { Actor, PostStatus } from '#blog/editing-contract.ts';
import type { Locale } from '#i18n/locales.ts';
import type { Result } from '#platform/result.ts';
import type { BlockAssessment, LanguageScore } from './assessment-contract.ts';
import type { RunError } from './contract.ts';

/** Exactly one text as the translation of one source. */
export interface ReviewedBlock {
  id: string;
  /** Of the source. */
  hash: string;
  /** Of the translation. */
  digest: string;
}

/** A block of a translation that a person should look at. */
export interface DoubtfulBlock extends ReviewedBlock {
  /** With numbered tags, like `text`. */
  source: string;
  text: string;
  assessment: BlockAssessment;
}

export interface LanguageReview {
  locale: Locale;
  /** null if the language is missing or has the text of the original. */
  post: { id: string; version: number; status: PostStatus; has_working_copy: boolean } | null;
  score: LanguageScore | null;
  /** Blocks that still have the text of the original. They can be translated in the side-by-side editor. */
  untranslated: number;
  /** The original has changed since. */
  isOutdated: boolean;
  /** The worst first, at most `shownDoubts`. */
  blocks: DoubtfulBlock[];
  mayEdit: boolean;
}

export interface PostReview {
  original: { id: string; locale: Locale; title: string };
  languages: LanguageReview[];
}

export const shownDoubts = 5;

/** `accept`: "fine as it is", which changes neither the text nor what readers see. */
export type ReviewDecision = { kind: 'accept' } | { kind: 'proposal' } | { kind: 'edit'; text: string };

export interface PostReviews {
  /** `postId` is any language of the article. null if there is none. */
  read(postId: string, actor: Actor): Promise<PostReview | null>;
  /** A new text is saved like one of the side-by-side editor: it isn't published. */
  decide(
    postId: string,
    to: Locale,
    block: ReviewedBlock,
    decision: ReviewDecision,
    actor: Actor,
  ): Promise<Result<null, RunError>>;
}
