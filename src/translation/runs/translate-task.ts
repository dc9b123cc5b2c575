import type { TranslationFields } from '#blog/editing-contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { plainBlockText, type TranslationBlock } from '../blocks/block.ts';
import { joinPostText, type PostBlocks, pickTranslationFields, splitPostText } from '../blocks/post-text.ts';
import type { TaskCode } from '../contract.ts';
import { readPromptStyle } from '../glossary/prompt-style.ts';
import { buildBlockSuggestions } from '../review/block-suggestions.ts';
import type { TranslationOutput } from '../review/human-edits.ts';
import { findPreservedEdits, type PreservedEdits } from '../review/preserved-edits.ts';
import { cancelRun } from './cancel-run.ts';
import { collectTranslations } from './collect-translations.ts';
import type { RunDeps, TaskContext } from './deps.ts';
import { isOriginalUnpublished, readRun, readRunSource } from './run-queries.ts';
import { finishTask, saveTaskResult, type TaskOutcome } from './save-task-result.ts';
import type { TaskLease } from './task-lease.ts';

const maxConflicts = 5;

/** Throws on errors that a retry may fix. */
export async function translateTask(
  deps: RunDeps,
  claim: TaskLease,
  abortController: AbortController,
): Promise<Exclude<TaskOutcome, 'conflict'>> {
  const { query } = deps.database;
  const run = await readRun(query, claim.runId);
  const source = await readRunSource(query, claim.runId);
  if (!run || !source) return 'left';
  const to = claim.locale;
  const text = splitPostText(source, run.sourceLocale);
  const promptStyle = await readPromptStyle(query, to);
  const cancellation = { signal: abortController.signal, abort: () => abortController.abort() };
  for (let conflicts = 0; conflicts < maxConflicts; conflicts += 1) {
    if (await isOriginalUnpublished(query, run)) {
      await cancelRun(deps, run.id, 'run.withdrawn');
      return 'left';
    }
    const existing = await deps.posts.findPost(run.articleId, to);
    const outcome = await translateLocale(deps, {
      run,
      source,
      claim,
      to,
      text,
      promptStyle,
      existing,
      ...cancellation,
    });
    if (outcome !== 'conflict') return outcome;
  }
  return finishTask(deps, claim, { status: 'failed', code: 'task.failed' });
}

async function translateLocale(deps: RunDeps, context: TaskContext): Promise<TaskOutcome> {
  const { run, claim, existing } = context;
  const preserved = await findPreservedEdits(deps, context);
  if (preserved === null) {
    const { id: postId, status, version } = existing ?? { id: null, status: 'draft', version: null };
    const code = 'translation.human';
    const taskStatus = status === 'published' ? ('published' as const) : ('saved' as const);
    return finishTask(deps, claim, { status: taskStatus, code, postId, postVersion: version });
  }
  const { text } = preserved;
  const work = { ...context, text };
  const { known, suggestedTexts, accepted, failure } = await collectTranslations(
    deps,
    work,
    preserved.editsByBlock,
  );
  await deps.throttle();
  if (work.signal.aborted) return 'left';
  if (await isOriginalUnpublished(deps.database.query, run)) return 'conflict';
  const hasNoTranslation = text.blocks.length > 0 && accepted === 0;
  if (failure !== null || hasNoTranslation)
    return saveOriginalAsFallback(deps, context, preserved, failure ?? 'translation.unfit');
  const isPassed = known.size === text.blocks.length;
  // Someone is editing the published post, and only they may publish their changes.
  const isBeingEdited =
    run.choice !== 'drafts' &&
    existing?.status === 'published' &&
    existing.has_working_copy &&
    !hasNoHumanEdits(preserved);
  const publishes = isPassed && run.choice === 'passed' && !isBeingEdited;
  const code = toTaskCode({ isPassed, isBeingEdited, waits: run.choice === 'all' });
  const localizedUrls = await localizeLinks(deps, text, work.to);
  const suggestions = buildBlockSuggestions(preserved.editsByBlock, {
    text,
    to: work.to,
    known,
    suggestedTexts,
    localizedUrls,
  });
  return saveTaskResult(deps, work, {
    fields: {
      ...joinPostText(text, known, work.to, localizedUrls, preserved.htmlByBlock),
      ...preserved.fields,
    },
    status: publishes ? 'published' : 'draft',
    origin: 'machine',
    result: {
      status: publishes ? 'published' : 'saved',
      code,
      blocksDone: text.blocks.length,
      blocksAccepted: known.size,
    },
    suggestions,
    // A human edit of the current source block resolves its suggestion.
    retainedHashes: text.blocks.flatMap(({ id, hash }) =>
      preserved.editsByBlock.get(id)?.sourceHash === hash ? [] : [hash],
    ),
    review: text.blocks
      .filter(({ id }) => !known.has(id))
      .map(({ hash, text: source }) => ({ hash, text: plainBlockText(source), source })),
    written: (fields) => buildOutput(preserved, fields, (block) => known.get(block.id) ?? block.text),
  });
}

function toTaskCode({
  isPassed,
  isBeingEdited,
  waits,
}: {
  isPassed: boolean;
  isBeingEdited: boolean;
  waits: boolean;
}): TaskCode | null {
  if (!isPassed) return 'translation.review';
  if (isBeingEdited) return 'translation.edited';
  return waits ? 'translation.waits' : null;
}

function buildOutput(
  { text, editsByBlock, fields: humanFields, before }: PreservedEdits,
  fields: TranslationFields,
  getText: (block: TranslationBlock) => string,
): TranslationOutput {
  const names = Object.keys(humanFields) as (keyof TranslationFields)[];
  const unwritten = Object.fromEntries(names.map((name) => [name, before?.fields[name] ?? null]));
  return {
    fields: { ...fields, ...unwritten },
    blocks: text.blocks.map((block) => {
      const edit = editsByBlock.get(block.id);
      const { id, hash } = block;
      const isSource = edit?.isSource;
      return {
        id,
        hash,
        text: getText(block),
        ...(edit && { human_for: edit.sourceHash }),
        ...(isSource && { as_source: isSource }),
      };
    }),
  };
}

/** Existing translations and published posts stay unchanged. */
async function saveOriginalAsFallback(
  deps: RunDeps,
  work: TaskContext,
  preserved: PreservedEdits,
  code: TaskCode,
): Promise<TaskOutcome> {
  const { source, claim, existing } = work;
  const result = { status: 'fallback' as const, code };
  const isReplaceable =
    existing?.origin === 'untranslated' && existing.status === 'draft' && hasNoHumanEdits(preserved);
  if (existing && !isReplaceable)
    return finishTask(deps, claim, { ...result, postId: existing.id, postVersion: existing.version });
  return saveTaskResult(deps, work, {
    fields: pickTranslationFields(source),
    status: 'draft',
    origin: 'untranslated',
    result,
    suggestions: [],
    retainedHashes: [],
    review: [],
    written: (fields) => buildOutput(preserved, fields, (block) => block.text),
  });
}

function hasNoHumanEdits({ editsByBlock, fields, before }: PreservedEdits): boolean {
  const isEdited = [...editsByBlock.values()].some(({ isSource }) => !isSource);
  return before !== null && !isEdited && Object.keys(fields).length === 0;
}

async function localizeLinks(deps: RunDeps, { split }: PostBlocks, to: Locale): Promise<Map<string, string>> {
  const localizedUrls = new Map<string, string>();
  for (const link of split.internalLinks) {
    const url = await deps.localizeLink(link, to);
    if (url !== null) localizedUrls.set(link.href, url);
  }
  return localizedUrls;
}
