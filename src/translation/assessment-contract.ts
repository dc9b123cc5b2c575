import type { Locale } from '#i18n/locales.ts';

export const doubtKinds = [
  'meaning',
  'omission',
  'addition',
  'terminology',
  'grammar',
  'tone',
  'refusal',
  'language',
] as const;
export type DoubtKind = (typeof doubtKinds)[number];

/** Of the plain text of a block, in UTF-16 code units. */
export interface TextSpan {
  start: number;
  end: number;
}

/** What a second reading found in a translation that passed the checks of form. It rejects nothing. */
export interface BlockDoubt {
  kind: DoubtKind;
  /** null if the doubt has no place in this text. */
  source: TextSpan | null;
  translation: TextSpan | null;
  found_by: 'rule' | 'model';
}

export interface BlockAssessment {
  /** 0 to 100. null if no model has read the block and no rule found anything. */
  score: number | null;
  doubts: BlockDoubt[];
  /** The whole translation, corrected: block text that passed the checks of form. */
  proposal: string | null;
  /** null if only rules have read the block. */
  model: string | null;
  /** A person accepted the translation as it is. Ends when its text or the source changes. */
  isAccepted: boolean;
}

/** A lower score is worth a look, also if the owner demands none. */
export const reviewScore = 80;

/** What a doubt of a rule leaves of the score. */
export const ruleDoubtScore = 50;

/** What owners demand of a translation before it is published by itself and remembered. */
export interface ScorePolicy {
  /** The lowest score; 0 demands none. */
  threshold: number;
  /** The second model must have read it. */
  requiresModel: boolean;
}

/** Of the blocks of a translation that a machine wrote and no person has edited. */
export interface LanguageScore {
  locale: Locale;
  /** The lowest score of the blocks; 100 for an accepted one. null if no block has a score. */
  score: number | null;
  blocks: number;
  /** Blocks that the second model hasn't read and no person has accepted; 0 without a second model. */
  unread: number;
  /** Blocks that a person should look at, and that no person has accepted. */
  doubtful: number;
}
