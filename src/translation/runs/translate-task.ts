import { plainBlockText } from '#ai/block-text-contract.ts';
import type { TranslationFields } from '#blog/editing-contract.ts';
import { pickPostTexts } from '#blog/texts-contract.ts';
import type { TranslationRule } from '#settings/contract.ts';
import {
  type NewBlockSuggestion,
  type ReviewBlock,
  saveBlockSuggestions,
  saveTranslationOutput,
} from '../blocks/block-queries.ts';
import { joinPostText, splitPostText } from '../blocks/post-text.ts';
import type { TaskCode } from '../contract.ts';
import { readPromptStyle } from '../glossary.ts';
import { localizeInternalLinks } from '../internal-links.ts';
import {
  buildBlockSuggestions,
  buildOutput,
  findPreservedEdits,
  hasNoHumanEdits,
  type PreservedEdits,
} from '../review/preserved-edits.ts';
import { collectTranslations, listWithoutEdit } from './collect-translations.ts';
import { cancelRun } from './run-lifecycle.ts';
import {
  findPublishingRule,
  finishTask,
  isOriginalUnpublished,
  type RunDeps,
  readRun,
  readRunSource,
  recordTaskResult,
  type TaskChange,
  type TaskContext,
  type TaskLease,
} from './run-queries.ts';

const maxConflicts = 5;

/** `done` also if the task was cancelled, or leased by another worker. */
type TaskOutcome = 'done' | 'conflict';

/** Throws on errors that a retry may fix. */
export async function translateTask(
  deps: RunDeps,
  claim: TaskLease,
  abortController: AbortController,
): Promise<void> {
  const { query } = deps.database;
  const run = await readRun(query, claim.runId);
  const source = await readRunSource(query, claim.runId);
  if (!run || !source) return;
  const text = splitPostText(source, run.sourceLocale);
  const promptStyle = await readPromptStyle(query, claim.locale);
  for (let conflicts = 0; conflicts < maxConflicts; conflicts += 1) {
    if (await isOriginalUnpublished(query, run)) {
      await cancelRun(deps, run.id, 'run.withdrawn');
      return;
    }
    const existing = await deps.posts.findPost(run.articleId, claim.locale);
    const task = { run, source, claim, text, promptStyle, existing, abortController };
    if ((await translateLocale(deps, task)) === 'done') return;
  }
  await finishTask(deps, claim, { status: 'failed', code: 'task.failed' });
}

async function translateLocale(deps: RunDeps, context: TaskContext): Promise<TaskOutcome> {
  const { run, claim, existing } = context;
  const preserved = await findPreservedEdits(deps, context);
  if (preserved === null) {
    await finishTask(deps, claim, {
      status: existing?.status === 'published' ? 'published' : 'saved',
      code: 'translation.human',
      postId: existing?.id ?? null,
      postVersion: existing?.version ?? null,
    });
    return 'done';
  }
  const { text, editsByBlock, htmlByBlock } = preserved;
  const task = { ...context, text };
  const collected = await collectTranslations(deps, task, editsByBlock);
  const { known, suggestedTexts, held, accepted, failure } = collected;
  await deps.throttle();
  if (task.abortController.signal.aborted) return 'done';
  if (await isOriginalUnpublished(deps.database.query, run)) return 'conflict';
  const hasNoTranslation = text.blocks.length > 0 && accepted === 0;
  if (failure !== null || hasNoTranslation)
    return saveOriginalAsFallback(deps, task, preserved, failure ?? 'translation.unfit');
  const isComplete = known.size === text.blocks.length;
  const code = toTaskCode(task, preserved, {
    isPassed: isComplete && held.size === 0,
    isUnread: isComplete && [...held.values()].every(({ isUnread }) => isUnread),
    isHeld: deps.reviewers.isRequired(claim.locale),
  });
  const localizedUrls = await localizeInternalLinks(deps.blog, text.split.internalLinks, claim.locale);
  const status = code === null && run.choice === 'passed' ? 'published' : 'saved';
  const holdingRule = held.size > 0 ? 'score' : code === 'translation.held' ? 'held' : run.rule;
  return saveTaskResult(deps, task, preserved, {
    rule: status === 'published' ? findPublishingRule(deps, run, claim.locale) : holdingRule,
    result: {
      status,
      code,
      blocksDone: text.blocks.length,
      blocksAccepted: known.size - held.size,
    },
    fields: {
      ...joinPostText(text, known, { to: claim.locale, localizedUrls, htmlByBlock }),
      ...preserved.fields,
    },
    texts: known,
    suggestions: buildBlockSuggestions(preserved, {
      to: claim.locale,
      known,
      suggestedTexts,
      localizedUrls,
    }),
    // A human edit of the current source block resolves its suggestion.
    retainedHashes: listWithoutEdit(text.blocks, editsByBlock).map(({ hash }) => hash),
    review: text.blocks
      .filter(({ id }) => !known.has(id))
      .map(({ hash, text: source }) => ({ hash, text: plainBlockText(source), source })),
  });
}

function toTaskCode(
  { run, existing }: TaskContext,
  preserved: PreservedEdits,
  { isPassed, isUnread, isHeld }: { isPassed: boolean; isUnread: boolean; isHeld: boolean },
): TaskCode | null {
  if (!isPassed) return isUnread ? 'translation.unread' : 'translation.review';
  // Someone is editing the published or scheduled post, and only they may publish their changes.
  const isBeingEdited =
    existing?.has_working_copy && (existing.status === 'published' || existing.scheduled_at);
  if (run.choice !== 'drafts' && isBeingEdited && !hasNoHumanEdits(preserved)) return 'translation.edited';
  if (isHeld && run.choice !== 'drafts') return 'translation.held';
  return run.choice === 'all' ? 'translation.waits' : null;
}

/** Existing translations and published posts stay unchanged. */
async function saveOriginalAsFallback(
  deps: RunDeps,
  task: TaskContext,
  preserved: PreservedEdits,
  code: TaskCode,
): Promise<TaskOutcome> {
  const { source, claim, existing } = task;
  const result = { status: 'fallback' as const, code };
  const isReplaceable =
    existing?.origin === 'untranslated' &&
    existing.status === 'draft' &&
    existing.scheduled_at === null &&
    hasNoHumanEdits(preserved);
  if (existing && !isReplaceable) {
    await finishTask(deps, claim, { ...result, postId: existing.id, postVersion: existing.version });
    return 'done';
  }
  return saveTaskResult(deps, task, preserved, {
    result,
    rule: task.run.rule,
    fields: pickPostTexts(source),
    texts: new Map(),
  });
}

interface CompletedTranslation {
  result: TaskChange;
  /** What the history of the translation names. */
  rule: TranslationRule | null;
  fields: TranslationFields;
  /** By block; the other blocks keep the source text. */
  texts: ReadonlyMap<string, string>;
  suggestions?: NewBlockSuggestion[];
  /** Source blocks whose open suggestions stay. */
  retainedHashes?: string[];
  review?: ReviewBlock[];
}

/** Saves the post and the result in one transaction, which a lost lease rolls back. */
async function saveTaskResult(
  deps: RunDeps,
  { run, source, claim, existing }: TaskContext,
  preserved: PreservedEdits,
  { result, rule, fields, texts, suggestions = [], retainedHashes = [], review = [] }: CompletedTranslation,
): Promise<TaskOutcome> {
  const saved = await deps.posts.saveTranslation(
    {
      article_id: run.articleId,
      locale: claim.locale,
      fields,
      status: result.status === 'published' ? 'published' : 'draft',
      origin: result.status === 'fallback' ? 'untranslated' : 'machine',
      source: {
        locale: run.sourceLocale,
        slug: source.slug,
        revision: { version: run.sourceVersion, digest: run.sourceDigest },
      },
      version: existing?.version ?? null,
      actor: {
        id: run.authorId ?? '',
        name: run.authorName,
        rule,
      },
    },
    async (queries, { id: postId, version, fields: savedFields }) => {
      if (await isOriginalUnpublished(queries, run)) return false;
      const output = buildOutput(preserved, pickPostTexts(savedFields), texts);
      await saveTranslationOutput(queries, postId, { ...output, review, version });
      await saveBlockSuggestions(queries, postId, suggestions, retainedHashes, new Date(deps.now()));
      return recordTaskResult(queries, deps, claim, { ...result, postId, postVersion: version });
    },
  );
  if (saved.ok) return 'done';
  const { code } = saved.error;
  if (code === 'post.conflict') return 'conflict';
  if (code === 'lease.lost')
    return (await isOriginalUnpublished(deps.database.query, run)) ? 'conflict' : 'done';
  if (code === 'post.missing') return 'done';
  deps.onError(new Error(`cannot save the translation: ${code}`));
  await finishTask(deps, claim, { status: 'failed', code: 'task.failed' });
  return 'done';
}
