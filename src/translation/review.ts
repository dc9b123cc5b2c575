import type { Actor, BlogEditor, TranslatablePost, TranslationStore } from '#blog/editing-contract.ts';
import { canChangePost } from '#blog/permissions-contract.ts';
import type { Database } from '#database/database.ts';
import type { Locale } from '#i18n/locales.ts';
import { htmlToSearchText } from '#platform/html-text.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { ignoreTagNumbers, plainBlockText } from './blocks/block.ts';
import { joinPostText, type PostBlocks, pickTranslationFields, splitPostText } from './blocks/post-text.ts';
import type { ReviewState, RunError, TranslationReview } from './contract.ts';
import { findHumanEdits, isContentBlock } from './review/human-edits.ts';
import {
  type BlockSuggestionRow,
  type ReviewBlock,
  readBlockSuggestions,
  readTranslationOutput,
  resolveBlockSuggestion,
  type TranslationOutput,
  updateTranslationOutput,
} from './review/review-queries.ts';

interface TranslationReviewDeps {
  database: Pick<Database, 'query' | 'transaction'>;
  posts: Pick<TranslationStore, 'openPost' | 'markTranslated'>;
  editor: Pick<BlogEditor, 'savePost'>;
  now(): number;
}

export function createTranslationReview({
  database: { query, transaction },
  posts,
  editor,
  now,
}: TranslationReviewDeps): TranslationReview {
  return {
    async read(postId) {
      const found = await posts.openPost(postId);
      if (!found) return null;
      const written = await readTranslationOutput(query, postId);
      const suggestions = await readBlockSuggestions(query, postId);
      const text = splitPostText(found.fields, found.locale);
      return {
        made_by: toTranslationAuthorship(found, written),
        review: findRemaining(written?.review ?? [], found).map((block) => block.text),
        offers: [...suggestions.values()].flatMap((suggestion) => {
          if (suggestion.state !== 'open') return [];
          const block = locateSuggestion(suggestion, text, written);
          // The person has written the same since.
          if (block && ignoreTagNumbers(block.text) === ignoreTagNumbers(suggestion.offered)) return [];
          return {
            hash: suggestion.hash,
            source: plainBlockText(suggestion.source),
            yours: plainBlockText(block?.text ?? suggestion.kept),
            offered: plainBlockText(suggestion.offered),
            hasPlace: block !== null,
          };
        }),
      };
    },
    async acceptSuggestion(postId, hash, version, actor) {
      const found = await posts.openPost(postId);
      if (!found) return fail({ code: 'post.missing' });
      if (found.version !== version) return fail({ code: 'post.conflict', current: found });
      const suggestion = (await readBlockSuggestions(query, postId)).get(hash);
      if (suggestion?.state !== 'open') return fail({ code: 'offer.missing' });
      const text = splitPostText(found.fields, found.locale);
      const written = await readTranslationOutput(query, postId);
      const block = locateSuggestion(suggestion, text, written);
      if (!written || !block) return fail({ code: 'offer.gone' });
      const fields = { ...found.fields, ...applySuggestion(text, block.id, suggestion, found.locale) };
      const saved = await editor.savePost(postId, version, { mode: 'autosave', fields }, actor);
      if (!saved.ok) return saved;
      await transaction(async (queries) => {
        const output = recordInOutput(written, suggestion, found.locale);
        await updateTranslationOutput(queries, postId, written.version, output);
        await resolveBlockSuggestion(queries, { postId, hash, state: 'taken', now: new Date(now()) });
      });
      return saved;
    },
    async dismissSuggestion(postId, hash, actor) {
      const found = await openForEditing(postId, actor);
      if (!found.ok) return found;
      const suggestion = (await readBlockSuggestions(query, postId)).get(hash);
      if (suggestion?.state !== 'open') return fail({ code: 'offer.missing' });
      await resolveBlockSuggestion(query, { postId, hash, state: 'kept', now: new Date(now()) });
      return ok(null);
    },
    async approve(postId, actor) {
      const found = await openForEditing(postId, actor);
      if (!found.ok) return found;
      const { origin, version, status, has_working_copy: hasWorkingCopy } = found.value;
      if (origin === 'untranslated') {
        // Readers would still see the untranslated post.
        if (status === 'published' && hasWorkingCopy)
          return fail({ code: 'post.conflict', current: found.value });
        const result = await posts.markTranslated(postId, version, actor);
        return result.ok ? ok(null) : result;
      }
      const written = await readTranslationOutput(query, postId);
      if (!written) return ok(null);
      const approved = new Set(findRemaining(written.review, found.value).map(({ hash }) => hash));
      const blocks = written.blocks.map((block) =>
        approved.has(block.hash) ? { ...block, human_for: block.hash, as_source: true as const } : block,
      );
      await updateTranslationOutput(query, postId, written.version, { blocks, review: [] });
      return ok(null);
    },
  };

  async function openForEditing(postId: string, actor: Actor): Promise<Result<TranslatablePost, RunError>> {
    const found = await posts.openPost(postId);
    if (!found) return fail({ code: 'post.missing' });
    return canChangePost(actor, found) ? ok(found) : fail({ code: 'role.forbids' });
  }
}

function toTranslationAuthorship(
  { origin, fields, locale }: TranslatablePost,
  written: TranslationOutput | null,
): ReviewState['made_by'] {
  if (origin === 'human') return 'people';
  if (origin === 'untranslated') return 'nobody';
  if (origin === 'mixed') return 'both';
  if (!written) return 'machine';
  const found = findHumanEdits(written, fields, locale);
  if (!found) return 'both';
  const isEdited = found.edits.some(({ isSource }) => !isSource) || Object.keys(found.fields).length > 0;
  return isEdited ? 'both' : 'machine';
}

function findRemaining(review: readonly ReviewBlock[], { fields }: TranslatablePost): ReviewBlock[] {
  const values = Object.values(pickTranslationFields(fields)).flat();
  const searchText = htmlToSearchText(values.filter((value) => value !== null));
  return review.filter(({ text }) => searchText.includes(htmlToSearchText([text]).trim()));
}

/** By text, otherwise by position in the output of the run. */
function locateSuggestion(
  { hash, blockId, kept: humanText, html }: BlockSuggestionRow,
  { blocks, split }: PostBlocks,
  written: TranslationOutput | null,
): { id: string; text: string } | null {
  if (html === null) return blocks.find(({ id }) => id === blockId) ?? null;
  const outputBlocks = written?.blocks.filter(isContentBlock) ?? [];
  const same = split.blocks.filter(({ text }) => ignoreTagNumbers(text) === ignoreTagNumbers(humanText));
  if (same.length === 1) return same[0] ?? null;
  const index = outputBlocks.findIndex((block) => block.hash === hash);
  return outputBlocks.length === split.blocks.length ? (split.blocks[index] ?? null) : null;
}

function applySuggestion(
  text: PostBlocks,
  id: string,
  { offered: suggestedText, html }: BlockSuggestionRow,
  to: Locale,
) {
  return html === null
    ? joinPostText(text, new Map([[id, suggestedText]]), { to })
    : joinPostText(text, new Map(), { to, htmlByBlock: new Map([[id, html]]) });
}

/** So that the suggestion does not count as a human edit. */
function recordInOutput(
  { fields, blocks }: TranslationOutput,
  suggestion: BlockSuggestionRow,
  locale: Locale,
): TranslationOutput {
  const index = blocks.filter(isContentBlock).findIndex(({ hash }) => hash === suggestion.hash);
  const text = splitPostText(fields, locale);
  const id = suggestion.html === null ? suggestion.blockId : text.split.blocks[index]?.id;
  return {
    fields: id === undefined ? fields : applySuggestion(text, id, suggestion, locale),
    blocks: blocks.map((block) =>
      block.hash === suggestion.hash ? { id: block.id, hash: block.hash, text: suggestion.offered } : block,
    ),
  };
}
