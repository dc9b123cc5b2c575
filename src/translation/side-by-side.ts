import type { Actor, TranslatablePost } from '#blog/editing-contract.ts';
import { canChangePost, canContribute } from '#blog/permissions-contract.ts';
import { pickPostTexts } from '#blog/texts-contract.ts';
import type { TranslationStore } from '#blog/translation-store-contract.ts';
import type { Database } from '#database/database.ts';
import type { Locale } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { createAssessor } from './assessment/assess-blocks.ts';
import { acceptAssessments, readAssessments } from './assessment/assessment-queries.ts';
import { isDoubtful, toPublicPolicy } from './assessment/score-language.ts';
import {
  findUsableTranslations,
  readBlockSuggestions,
  readTranslationMemory,
  readTranslationOutput,
  resolveBlockSuggestion,
  saveToTranslationMemory,
  saveTranslationOutput,
} from './blocks/block-queries.ts';
import { isTooLongToTranslate } from './blocks/post-text.ts';
import { translateBlocks } from './blocks/translate-blocks.ts';
import type { RunError } from './contract.ts';
import { createMemoryKey, readPromptStyle } from './glossary.ts';
import { localizeInternalLinks } from './internal-links.ts';
import type { RunDeps } from './runs/run-queries.ts';
import { type AlignedTranslation, alignTranslation } from './side-by-side/align-blocks.ts';
import { applyBlockEdits } from './side-by-side/apply-block-edits.ts';
import type { BlockState, SideBySide, SideBySideTranslations } from './side-by-side-contract.ts';

interface SideBySideDeps extends Pick<RunDeps, 'blog' | 'models' | 'secondReader' | 'scorePolicy' | 'now'> {
  database: Pick<Database, 'query'>;
  posts: Pick<TranslationStore, 'openPost' | 'findPost' | 'saveTranslation'>;
}

interface Opened {
  original: TranslatablePost;
  existing: TranslatablePost | null;
  aligned: AlignedTranslation | null;
  isTooLong: boolean;
  mayEdit: boolean;
}

export function createSideBySideTranslations(deps: SideBySideDeps): SideBySideTranslations {
  const { posts, models, secondReader, scorePolicy, now } = deps;
  const { query } = deps.database;

  async function open(postId: string, to: Locale, actor: Actor): Promise<Result<Opened, RunError>> {
    const found = await posts.openPost(postId);
    const from = found?.languages.find(({ id }) => id === found.id)?.from;
    const original = found && from ? await posts.findPost(found.article_id, from) : found;
    if (!original || original.locale === to) return fail({ code: 'post.missing' });
    const existing = await posts.findPost(original.article_id, to);
    const isTooLong = [original, existing].some((post) => post && isTooLongToTranslate(post.fields));
    const written = existing && (await readTranslationOutput(query, existing.id));
    const aligned = isTooLong ? null : alignTranslation({ original, existing, written, to });
    const mayEdit = existing ? canChangePost(actor, existing) : canContribute(actor, original.author_id);
    return ok({ original, existing, aligned, isTooLong, mayEdit });
  }

  async function read(postId: string, to: Locale, actor: Actor): Promise<Result<SideBySide, RunError>> {
    const opened = await open(postId, to, actor);
    if (!opened.ok) return opened;
    const { original, existing, aligned, isTooLong, mayEdit } = opened.value;
    const suggestions = existing ? await readBlockSuggestions(query, existing.id) : null;
    const isPublic = existing?.status === 'published' && !existing.has_working_copy;
    const policy = isPublic ? toPublicPolicy(scorePolicy(to)) : scorePolicy(to);
    const texts = [...(aligned?.blocks.values() ?? [])].map(({ madeFrom: hash, text }) => ({ hash, text }));
    const assessments = await readAssessments(query, texts, { from: original.locale, to });
    return ok({
      original: { id: original.id, locale: original.locale, title: original.fields.title },
      locale: to,
      post: existing && {
        id: existing.id,
        version: existing.version,
        status: existing.status,
        has_working_copy: existing.has_working_copy,
      },
      blocks: (aligned?.source.blocks ?? []).map(({ id, kind, hash, text: source }) => {
        const block = aligned?.blocks.get(id);
        const suggestion = suggestions?.get(hash);
        const state: BlockState = !block
          ? 'missing'
          : block.madeFrom !== hash
            ? 'outdated'
            : block.isHuman
              ? 'edited'
              : 'machine';
        const assessment = block && assessments.get({ hash, text: block.text });
        const { score = null, doubts = [] } = assessment ?? {};
        return {
          id,
          kind,
          hash,
          source,
          text: block?.text ?? null,
          state,
          suggestion: state === 'outdated' && suggestion?.state === 'open' ? suggestion.offered : null,
          doubt: state === 'machine' && isDoubtful(assessment, policy) ? { score, doubts } : null,
        };
      }),
      removed: aligned?.removed ?? [],
      isAligned: aligned !== null,
      isTooLong,
      mayEdit,
    });
  }

  return {
    read,
    async save(postId, to, { version, blocks: edits }, actor) {
      const opened = await open(postId, to, actor);
      if (!opened.ok) return opened;
      const { original, existing, aligned, isTooLong, mayEdit } = opened.value;
      if (!mayEdit) return fail({ code: 'role.forbids' });
      if ((existing?.version ?? 0) !== version)
        return fail({ code: 'post.conflict', ...(existing && { current: existing }) });
      if (!aligned) return fail({ code: isTooLong ? 'run.too_long' : 'block.changed' });
      const promptStyle = await readPromptStyle(query, to);
      const memoryKey = createMemoryKey({ from: original.locale, to }, promptStyle, aligned.source.blocks);
      const hashes = edits.map(({ hash }) => hash);
      const memory = await readTranslationMemory(query, hashes, memoryKey);
      const applied = applyBlockEdits({
        aligned,
        edits,
        existing,
        to,
        isMachineText: (hash, text) =>
          memory.get(hash)?.origin === 'machine' && memory.get(hash)?.text === text,
        localizedUrls: await localizeInternalLinks(deps.blog, aligned.source.split.internalLinks, to),
      });
      if (!applied.ok) return applied;
      const { fields, blocks, review, accepted, origin, isCurrent } = applied.value;
      const saved = await posts.saveTranslation(
        {
          article_id: original.article_id,
          locale: to,
          fields,
          status: 'draft',
          origin,
          source: {
            locale: original.locale,
            slug: original.fields.slug,
            revision: isCurrent ? { version: original.version, digest: original.text_digest } : null,
          },
          isAutosave: true,
          version: existing?.version ?? null,
          actor,
        },
        async (queries, { id, version: savedVersion, fields: savedFields }) => {
          const written = { ...pickPostTexts(savedFields), ...pickBefore(aligned) };
          await saveTranslationOutput(queries, id, {
            fields: written,
            blocks,
            review,
            version: savedVersion,
          });
          for (const { hash } of edits)
            await resolveBlockSuggestion(queries, { postId: id, hash, state: 'kept', now: new Date(now()) });
          await saveToTranslationMemory(queries, accepted, 'human', memoryKey, new Date(now()));
          await acceptAssessments(queries, accepted, memoryKey, new Date(now()));
          return true;
        },
      );
      if (!saved.ok) {
        const { error } = saved;
        return fail(error.code === 'lease.lost' ? { code: 'post.conflict' } : error);
      }
      return read(original.id, to, actor);
    },
    async translate(postId, to, blockIds, actor, signal) {
      const opened = await open(postId, to, actor);
      if (!opened.ok) return opened;
      const { original, aligned, isTooLong, mayEdit } = opened.value;
      if (!mayEdit) return fail({ code: 'role.forbids' });
      if (!aligned) return fail({ code: isTooLong ? 'run.too_long' : 'block.changed' });
      const { blocks } = aligned.source;
      const requested = blocks.filter(({ id }) => blockIds.includes(id));
      const promptStyle = await readPromptStyle(query, to);
      const policy = scorePolicy(to);
      const omitHeld = { policy, since: null };
      const memoryKey = createMemoryKey({ from: original.locale, to, omitHeld }, promptStyle, blocks);
      const check = { from: original.locale, to, glossary: promptStyle.terms };
      const remembered = await findUsableTranslations(query, requested, memoryKey, check);
      const known = new Map([...remembered].map(([id, { text }]) => [id, text]));
      const missing = requested.filter(({ id }) => !known.has(id));
      const context = { ...check, style: promptStyle.style, contextBlocks: blocks, signal };
      const { outcomes, failure } = await translateBlocks(models, missing, context);
      const accepted = outcomes.filter(({ state }) => state === 'ok');
      await saveToTranslationMemory(query, accepted, 'machine', memoryKey, new Date(now()));
      for (const { id, text } of accepted) known.set(id, text);
      const assess = createAssessor({ query, secondReader, now }, { ...context, policy });
      await assess(
        requested.flatMap((block) => {
          const text = remembered.get(block.id)?.origin === 'human' ? undefined : known.get(block.id);
          return text === undefined ? [] : [{ block, text }];
        }),
      );
      const isIncomplete = known.size < requested.length;
      const code = failure?.code ?? (isIncomplete ? 'translation.unfit' : null);
      return ok({
        blocks: requested.flatMap(({ id, hash }) => {
          const text = known.get(id);
          return text === undefined ? [] : [{ id, hash, text }];
        }),
        failure: code,
      });
    },
  };
}

/** A field that a person edited keeps the value of the previous run. */
function pickBefore({ fields, before }: AlignedTranslation) {
  const names = Object.keys(fields) as (keyof typeof fields)[];
  return Object.fromEntries(before ? names.map((name) => [name, before.fields[name]]) : []);
}
