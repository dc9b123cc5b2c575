import { z } from 'zod';
import type { SuggestionErrorCode } from '#ai/contract.ts';
import type { Actor, PostStatus } from '#blog/editing-contract.ts';
import type { Locale } from '#i18n/locales.ts';
import type { Result } from '#platform/result.ts';
import type { BlockAssessment } from './assessment-contract.ts';
import type { BlockKind } from './blocks/block.ts';
import type { RunError } from './contract.ts';

/** `machine`: not yet accepted by a person. `edited`: written or accepted by a person. `outdated`: made from an earlier text. */
export type BlockState = 'missing' | 'machine' | 'edited' | 'outdated';

export interface SideBySideBlock {
  id: string;
  kind: BlockKind;
  /** Of the source; a save must repeat it. */
  hash: string;
  /** With numbered tags, like `text`. */
  source: string;
  /** null if missing. */
  text: string | null;
  state: BlockState;
  /** A newer translation than the person's text. */
  suggestion: string | null;
  /** Of a machine's text that a person should look at; null if there is nothing to look at. */
  doubt: Pick<BlockAssessment, 'score' | 'doubts'> | null;
}

export interface SideBySide {
  original: { id: string; locale: Locale; title: string };
  locale: Locale;
  /** null until the first save. */
  post: { id: string; version: number; status: PostStatus; has_working_copy: boolean } | null;
  blocks: SideBySideBlock[];
  /** Texts of the translation without a place in the original. A save removes them from the translation. */
  removed: string[];
  /** False if the structure of the translation differs from the original's. Then `blocks` is empty. */
  isAligned: boolean;
  /** Then `isAligned` is false too. */
  isTooLong: boolean;
  mayEdit: boolean;
}

export const blockEditLimits = { blocks: 500, text: 20_000, translated: 20 } as const;

const blockHashSchema = z.string().regex(/^[0-9a-f]{32}$/);
const blockIdSchema = z.string().regex(/^\w{1,40}$/);

export const saveBlocksSchema = z.strictObject({
  blocks: z
    .array(
      z.strictObject({
        id: blockIdSchema,
        hash: blockHashSchema,
        /** Empty: the block is missing again. */
        text: z.string().max(blockEditLimits.text),
        /** The person has checked the text. Accepted texts go to the translation memory. */
        accepted: z.boolean().default(false),
      }),
    )
    .min(1)
    .max(blockEditLimits.blocks),
});
export type BlockEdit = z.output<typeof saveBlocksSchema>['blocks'][number];

export const translateBlocksSchema = z.strictObject({
  blocks: z.array(blockIdSchema).min(1).max(blockEditLimits.translated),
});

export interface TranslatedBlocks {
  /** Nothing is saved. */
  blocks: { id: string; hash: string; text: string }[];
  /** Why the others have no translation; `translation.unfit` if none passed the checks. */
  failure: SuggestionErrorCode | null;
}

export interface SideBySideTranslations {
  /** `postId` is any language of the article. */
  read(postId: string, to: Locale, actor: Actor): Promise<Result<SideBySide, RunError>>;
  /** Publishes nothing. `version` is 0 for a language that doesn't exist yet. */
  save(
    postId: string,
    to: Locale,
    request: { version: number; blocks: readonly BlockEdit[] },
    actor: Actor,
  ): Promise<Result<SideBySide, RunError>>;
  translate(
    postId: string,
    to: Locale,
    blockIds: readonly string[],
    actor: Actor,
    signal: AbortSignal,
  ): Promise<Result<TranslatedBlocks, RunError>>;
}
