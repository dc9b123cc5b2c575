import type { Actor, TranslatablePost } from '#blog/editing-contract.ts';
import { canChangePost } from '#blog/permissions-contract.ts';
import type { TranslationStore } from '#blog/translation-store-contract.ts';
import type { Database } from '#database/database.ts';
import type { Locale } from '#i18n/locales.ts';
import { fail, ok } from '#platform/result.ts';
import { acceptAssessments, digestText, readAssessments } from './assessment/assessment-queries.ts';
import { findUneditedBlocks } from './assessment/machine-blocks.ts';
import { isDoubtful, scoreLanguage, toPublicPolicy } from './assessment/score-language.ts';
import type { ScorePolicy } from './assessment-contract.ts';
import {
  readTranslationOutput,
  saveToTranslationMemory,
  updateTranslationOutput,
} from './blocks/block-queries.ts';
import { isTooLongToTranslate, type PostBlocks, splitPostText } from './blocks/post-text.ts';
import { targetLocales } from './contract.ts';
import { createMemoryKey, readPromptStyle } from './glossary.ts';
import { type LanguageReview, type PostReviews, shownDoubts } from './post-review-contract.ts';
import type { SideBySideTranslations } from './side-by-side-contract.ts';

const unread = {
  score: null,
  doubts: [],
  proposal: null,
  model: null,
  isAccepted: false,
  updatedAt: null,
};

const missingLanguage = (locale: Locale): LanguageReview => ({
  locale,
  post: null,
  score: null,
  untranslated: 0,
  isOutdated: false,
  blocks: [],
  mayEdit: false,
});

interface PostReviewDeps {
  database: Pick<Database, 'query' | 'transaction'>;
  posts: Pick<TranslationStore, 'openPost' | 'findPost'>;
  sideBySide: Pick<SideBySideTranslations, 'save'>;
  scorePolicy(to: Locale): ScorePolicy;
  hasSecondReader(): boolean;
  now(): number;
}

export function createPostReviews(deps: PostReviewDeps): PostReviews {
  const { posts, sideBySide, scorePolicy, now } = deps;
  const { query, transaction } = deps.database;

  async function openOriginal(postId: string): Promise<TranslatablePost | null> {
    const found = await posts.openPost(postId);
    const from = found?.languages.find(({ id }) => id === found.id)?.from;
    return found && from ? posts.findPost(found.article_id, from) : found;
  }

  return {
    async read(postId, actor) {
      const original = await openOriginal(postId);
      if (!original) return null;
      const { id, locale, fields, article_id } = original;
      const blocks = isTooLongToTranslate(fields) ? [] : splitPostText(fields, locale).blocks;
      const languages: LanguageReview[] = [];
      for (const to of targetLocales(locale)) {
        const existing = await posts.findPost(article_id, to);
        languages.push(
          existing && existing.origin !== 'untranslated'
            ? await readLanguage(locale, blocks, existing, actor)
            : missingLanguage(to),
        );
      }
      return { original: { id, locale, title: fields.title }, languages };
    },
    async decide(postId, to, { id, hash, digest }, decision, actor) {
      const original = await openOriginal(postId);
      const existing = original && (await posts.findPost(original.article_id, to));
      if (!original || !existing) return fail({ code: 'post.missing' });
      if (!canChangePost(actor, existing)) return fail({ code: 'role.forbids' });
      const written = await readTranslationOutput(query, existing.id);
      const { translated } = findUneditedBlocks(written, existing);
      const found = translated.find((block) => block.id === id);
      if (!written || found?.hash !== hash || digestText(found.text) !== digest)
        return fail({ code: 'block.changed', block: id });
      const locales = { from: original.locale, to };
      if (decision.kind !== 'accept') {
        const text =
          decision.kind === 'edit'
            ? decision.text
            : (await readAssessments(query, [found], locales)).get(found)?.proposal;
        if (!text) return fail({ code: 'block.changed', block: id });
        const edit = { id, hash, text, accepted: true };
        const saved = await sideBySide.save(postId, to, { version: existing.version, blocks: [edit] }, actor);
        return saved.ok ? ok(null) : saved;
      }
      const { blocks } = splitPostText(original.fields, original.locale);
      const memoryKey = createMemoryKey(locales, await readPromptStyle(query, to), blocks);
      const acceptedAt = new Date(now());
      await transaction(async (queries) => {
        // Somebody else may have accepted another block meanwhile.
        const current = await readTranslationOutput(queries, existing.id, { isLocked: true });
        await updateTranslationOutput(queries, existing.id, written.version, {
          blocks: (current ?? written).blocks.map((block) =>
            block.id === id ? { ...block, human_for: hash } : block,
          ),
        });
        await saveToTranslationMemory(queries, [found], 'human', memoryKey, acceptedAt);
        await acceptAssessments(queries, [found], locales, acceptedAt);
      });
      return ok(null);
    },
  };

  async function readLanguage(
    from: Locale,
    sourceBlocks: PostBlocks['blocks'],
    existing: TranslatablePost,
    actor: Actor,
  ): Promise<LanguageReview> {
    const { id, version, status, has_working_copy, locale, languages } = existing;
    const isPublic = status === 'published' && !has_working_copy;
    const policy = isPublic ? toPublicPolicy(scorePolicy(locale)) : scorePolicy(locale);
    const sources = new Map(sourceBlocks.map((block) => [block.hash, block.text]));
    const unedited = findUneditedBlocks(await readTranslationOutput(query, id), existing);
    // Not those made from an earlier text of the original.
    const blocks = unedited.translated.filter(({ hash }) => sources.has(hash));
    const assessments = await readAssessments(query, blocks, { from, to: locale });
    const score = scoreLanguage(locale, blocks, assessments, {
      ...policy,
      hasSecondReader: deps.hasSecondReader(),
    });
    const doubtful = blocks.flatMap((block) => {
      const assessment = assessments.get(block);
      if (!isDoubtful(assessment, policy)) return [];
      const { updatedAt: _, ...shown } = { ...unread, ...assessment };
      const { id, hash, text } = block;
      return [
        { id, hash, digest: digestText(text), source: sources.get(hash) ?? '', text, assessment: shown },
      ];
    });
    // The worst first.
    doubtful.sort((a, b) => (a.assessment.score ?? 100) - (b.assessment.score ?? 100));
    return {
      locale,
      post: { id, version, status, has_working_copy },
      score,
      untranslated: unedited.untranslated.filter(({ hash }) => sources.has(hash)).length,
      isOutdated: languages.some((language) => language.id === id && language.translation === 'outdated'),
      blocks: doubtful.slice(0, shownDoubts),
      mayEdit: canChangePost(actor, existing),
    };
  }
}
