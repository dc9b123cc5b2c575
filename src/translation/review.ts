import { ignoreTagNumbers, plainBlockText } from '#ai/block-text-contract.ts';
import type { Actor, BlogEditor, TranslatablePost } from '#blog/editing-contract.ts';
import { canChangePost } from '#blog/permissions-contract.ts';
import { pickPostTexts } from '#blog/texts-contract.ts';
import type { TranslationStore } from '#blog/translation-store-contract.ts';
import { htmlToSearchText } from '#content/html-text.ts';
import type { Database } from '#database/database.ts';
import type { Locale } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { isContentBlock } from './blocks/block.ts';
import {
  type BlockSuggestionRow,
  type ReviewBlock,
  readBlockSuggestions,
  readTranslationOutput,
  resolveBlockSuggestion,
  saveTranslationOutput,
  type TranslationOutput,
  updateTranslationOutput,
} from './blocks/block-queries.ts';
import { isTooLongToTranslate, joinPostText, type PostBlocks, splitPostText } from './blocks/post-text.ts';
import type { ReviewState, RunError, TranslationReview } from './contract.ts';
import { findHumanEdits } from './review/human-edits.ts';

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
      if (isTooLongToTranslate(found.fields))
        return { made_by: toAuthorship(found.origin) ?? 'both', review: [], offers: [] };
      const suggestions = await readBlockSuggestions(query, postId);
      const open = [...suggestions.values()].filter(({ state }) => state === 'open');
      const locate = open.length > 0 ? createSuggestionLocator(found, written) : () => null;
      return {
        made_by: toTranslationAuthorship(found, written),
        review: findRemaining(written?.review ?? [], found).map((block) => block.text),
        offers: open.flatMap((suggestion) => {
          const block = locate(suggestion);
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
      if (isTooLongToTranslate(found.fields)) return fail({ code: 'run.too_long' });
      const suggestion = (await readBlockSuggestions(query, postId)).get(hash);
      if (suggestion?.state !== 'open') return fail({ code: 'offer.missing' });
      const text = splitPostText(found.fields, found.locale);
      const written = await readTranslationOutput(query, postId);
      const block = createSuggestionLocator(found, written)(suggestion);
      if (!written || !block) return fail({ code: 'offer.gone' });
      const fields = { ...found.fields, ...applySuggestion(text, block.id, suggestion, found.locale) };
      const saved = await editor.savePost(postId, version, { mode: 'autosave', fields }, actor);
      if (!saved.ok) return saved;
      await transaction(async (queries) => {
        // Not if a run has rewritten the post meanwhile.
        const stored = await readTranslationOutput(queries, postId, { isLocked: true });
        if (stored?.version === written.version)
          await saveTranslationOutput(queries, postId, {
            ...stored,
            ...recordInOutput(stored, suggestion, found.locale),
          });
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
      if (isTooLongToTranslate(found.value.fields)) return fail({ code: 'run.too_long' });
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
  const author = toAuthorship(origin);
  if (author) return author;
  if (!written) return 'machine';
  const found = findHumanEdits(written, fields, locale);
  if (!found) return 'both';
  const isEdited = found.edits.some(({ isSource }) => !isSource) || Object.keys(found.fields).length > 0;
  return isEdited ? 'both' : 'machine';
}

/** null if it depends on the edits since the run. */
function toAuthorship(origin: TranslatablePost['origin']): ReviewState['made_by'] | null {
  if (origin === 'human') return 'people';
  if (origin === 'untranslated') return 'nobody';
  return origin === 'mixed' ? 'both' : null;
}

/** Texts that aren't a whole block are searched for in the whole text, which takes time. */
const maxSearchedTexts = 200;

function findRemaining(review: readonly ReviewBlock[], { fields, locale }: TranslatablePost): ReviewBlock[] {
  if (review.length === 0) return [];
  const values = Object.values(pickPostTexts(fields)).flat();
  const searchText = htmlToSearchText(values.filter((value) => value !== null));
  const blockTexts = new Set(splitPostText(fields, locale).blocks.map(({ text }) => plainBlockText(text)));
  let searched = 0;
  return review.filter(({ text }) => {
    if (blockTexts.has(text)) return true;
    searched += 1;
    return searched <= maxSearchedTexts && searchText.includes(text.replace(/[\s\u00a0]+/g, ' ').trim());
  });
}

/** By text, otherwise by position in the output of the run. */
function createSuggestionLocator(
  { fields, locale }: TranslatablePost,
  written: TranslationOutput | null,
): (suggestion: BlockSuggestionRow) => { id: string; text: string } | null {
  const { blocks, split } = splitPostText(fields, locale);
  const outputBlocks = written?.blocks.filter(isContentBlock) ?? [];
  const indexByHash = new Map(outputBlocks.map(({ hash }, index) => [hash, index] as const).reverse());
  const blocksByText = Map.groupBy(split.blocks, ({ text }) => ignoreTagNumbers(text));
  return ({ hash, blockId, kept: humanText, html }) => {
    if (html === null) return blocks.find(({ id }) => id === blockId) ?? null;
    const [same, ...others] = blocksByText.get(ignoreTagNumbers(humanText)) ?? [];
    if (same && others.length === 0) return same;
    const index = indexByHash.get(hash) ?? -1;
    return outputBlocks.length === split.blocks.length ? (split.blocks[index] ?? null) : null;
  };
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
