import { plainBlockText } from '#ai/block-text-contract.ts';
import type { ModelError } from '#ai/contract.ts';
import type { WithTokenBudget } from '#ai/token-budget.ts';
import type { TranslationFields } from '#blog/editing-contract.ts';
import { fail } from '#platform/result.ts';
import {
  deleteFromTranslationMemory,
  findUsableTranslations,
  type NewBlockSuggestion,
  type ReviewBlock,
  saveBlockSuggestions,
  saveToTranslationMemory,
  saveTranslationOutput,
} from '../blocks/block-queries.ts';
import { findDoubtful } from '../blocks/find-doubtful.ts';
import { joinPostText, pickTranslationFields, splitPostText } from '../blocks/post-text.ts';
import { type BlockOutcome, translateBlocks } from '../blocks/translate-blocks.ts';
import type { TaskCode } from '../contract.ts';
import { createMemoryKey, readPromptStyle } from '../glossary.ts';
import { localizeInternalLinks } from '../internal-links.ts';
import {
  buildBlockSuggestions,
  buildOutput,
  findPreservedEdits,
  hasNoHumanEdits,
  type PreservedEdits,
} from '../review/preserved-edits.ts';
import { cancelRun } from './run-lifecycle.ts';
import {
  finishTask,
  isOriginalUnpublished,
  type RunDeps,
  readRun,
  readRunSource,
  recordRunChange,
  recordTaskResult,
  type TaskChange,
  type TaskContext,
  type TaskLease,
  updateTask,
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
  const { known, suggestedTexts, accepted, failure } = collected;
  await deps.throttle();
  if (task.abortController.signal.aborted) return 'done';
  if (await isOriginalUnpublished(deps.database.query, run)) return 'conflict';
  const hasNoTranslation = text.blocks.length > 0 && accepted === 0;
  if (failure !== null || hasNoTranslation)
    return saveOriginalAsFallback(deps, task, preserved, failure ?? 'translation.unfit');
  const code = toTaskCode(task, preserved, known.size === text.blocks.length);
  const localizedUrls = await localizeInternalLinks(deps.blog, text.split.internalLinks, claim.locale);
  return saveTaskResult(deps, task, preserved, {
    result: {
      status: code === null && run.choice === 'passed' ? 'published' : 'saved',
      code,
      blocksDone: text.blocks.length,
      blocksAccepted: known.size,
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
    retainedHashes: text.blocks
      .filter(({ id, hash }) => editsByBlock.get(id)?.sourceHash !== hash)
      .map(({ hash }) => hash),
    review: text.blocks
      .filter(({ id }) => !known.has(id))
      .map(({ hash, text: source }) => ({ hash, text: plainBlockText(source), source })),
  });
}

function toTaskCode(
  { run, existing }: TaskContext,
  preserved: PreservedEdits,
  isPassed: boolean,
): TaskCode | null {
  if (!isPassed) return 'translation.review';
  // Someone is editing the published post, and only they may publish their changes.
  const isBeingEdited = existing?.status === 'published' && existing.has_working_copy;
  if (run.choice !== 'drafts' && isBeingEdited && !hasNoHumanEdits(preserved)) return 'translation.edited';
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
    existing?.origin === 'untranslated' && existing.status === 'draft' && hasNoHumanEdits(preserved);
  if (existing && !isReplaceable) {
    await finishTask(deps, claim, { ...result, postId: existing.id, postVersion: existing.version });
    return 'done';
  }
  return saveTaskResult(deps, task, preserved, {
    result,
    fields: pickTranslationFields(source),
    texts: new Map(),
  });
}

interface CompletedTranslation {
  result: TaskChange;
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
  { result, fields, texts, suggestions = [], retainedHashes = [], review = [] }: CompletedTranslation,
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
      actor: { id: run.authorId ?? '', name: run.authorName },
    },
    async (queries, { id: postId, version, fields: savedFields }) => {
      if (await isOriginalUnpublished(queries, run)) return false;
      const output = buildOutput(preserved, pickTranslationFields(savedFields), texts);
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

const progressIntervalMs = 200;

interface CollectedTranslations {
  known: Map<string, string>;
  suggestedTexts: Map<string, string>;
  accepted: number;
  failure: TaskCode | null;
}

/** Human edits win over the translation memory, and the memory over the model. */
async function collectTranslations(
  deps: RunDeps,
  { run, claim, text: { blocks }, promptStyle, abortController }: TaskContext,
  editsByBlock: PreservedEdits['editsByBlock'],
): Promise<CollectedTranslations> {
  const { query } = deps.database;
  const to = claim.locale;
  const memoryKey = createMemoryKey({ from: run.sourceLocale, to }, promptStyle, blocks);
  const check = { from: run.sourceLocale, to, glossary: promptStyle.terms };
  const known = new Map([...editsByBlock].map(([id, { text }]) => [id, text]));
  const suggestedTexts = new Map<string, string>();
  const addTranslation = (id: string, translation: string) =>
    (known.has(id) ? suggestedTexts : known).set(id, translation);
  const withoutEdit = blocks.filter(({ id, hash }) => editsByBlock.get(id)?.sourceHash !== hash);
  const remembered = await findUsableTranslations(query, withoutEdit, memoryKey, check);
  for (const [id, translation] of remembered) addTranslation(id, translation);
  const missing = withoutEdit.filter(({ id }) => !remembered.has(id));

  let done = blocks.length - missing.length;
  let savedAt = 0;
  const saveProgress = async (changes: { attempts?: number } = {}) => {
    savedAt = deps.now();
    const progress = { blocks: blocks.length, blocksDone: done, blocksAccepted: known.size };
    const hasLease = await updateTask(query, claim, { ...progress, ...changes });
    if (!hasLease) return abortController.abort();
    await recordRunChange(query, run.id, deps.now());
  };
  await saveProgress();
  let isOverBudget = false;
  const meter: WithTokenBudget = async (call, callModel) => {
    const current = await readRun(query, run.id);
    // A deleted run ends by itself.
    isOverBudget = current !== null && current.tokensSpent + call.tokens > current.tokensMax;
    if (isOverBudget) return fail<ModelError>({ code: 'model.budget' });
    return deps.models.meter({ ...call, run: { id: run.id, locale: to } }, callModel);
  };
  const onBlocks = async (finished: readonly BlockOutcome[]) => {
    done += finished.length;
    const translated = finished.filter(({ state }) => state === 'ok');
    await saveToTranslationMemory(query, translated, 'machine', memoryKey, new Date(deps.now()));
    for (const { id, text } of translated) addTranslation(id, text);
    if (done === blocks.length || deps.now() - savedAt >= progressIntervalMs)
      await saveProgress({ attempts: 0 });
    await deps.throttle();
  };
  const { outcomes, failure } = await translateBlocks({ ...deps.models, meter }, missing, {
    ...check,
    style: promptStyle.style,
    contextBlocks: blocks,
    signal: abortController.signal,
    onBlocks,
  });
  const doubtful = findDoubtful(outcomes, to);
  for (const { id } of doubtful) {
    if (!editsByBlock.has(id)) known.delete(id);
    suggestedTexts.delete(id);
  }
  await deleteFromTranslationMemory(
    query,
    doubtful.map(({ hash }) => hash),
    memoryKey,
  );
  const code: TaskCode | null = failure && (isOverBudget ? 'run.budget' : failure.code);
  const accepted =
    known.size + outcomes.filter(({ id, state }) => state === 'ok' && suggestedTexts.has(id)).length;
  return { known, suggestedTexts, accepted, failure: code };
}
