import type { ModelError } from '#ai/contract.ts';
import type { WithTokenBudget } from '#ai/token-budget.ts';
import { fail } from '#platform/result.ts';
import { createAssessor } from '../assessment/assess-blocks.ts';
import type { TranslationBlock } from '../blocks/block.ts';
import {
  deleteFromTranslationMemory,
  findUsableTranslations,
  saveToTranslationMemory,
} from '../blocks/block-queries.ts';
import { findRejected } from '../blocks/find-rejected.ts';
import { type BlockOutcome, translateBlocks } from '../blocks/translate-blocks.ts';
import type { TaskCode } from '../contract.ts';
import { createMemoryKey } from '../glossary.ts';
import type { PreservedEdits } from '../review/preserved-edits.ts';
import {
  forgetReadingEstimate,
  type RunDeps,
  readRun,
  recordRunChange,
  type TaskChange,
  type TaskContext,
  updateTask,
} from './run-queries.ts';

const progressIntervalMs = 200;

interface CollectedTranslations {
  known: Map<string, string>;
  /** Known blocks that the owner's policy holds until a person has looked at them, by id. */
  held: Map<string, { isUnread: boolean }>;
  suggestedTexts: Map<string, string>;
  accepted: number;
  failure: TaskCode | null;
}

/** Those of which no person has edited the translation of the current text. */
export function listWithoutEdit(
  blocks: readonly TranslationBlock[],
  editsByBlock: PreservedEdits['editsByBlock'],
): TranslationBlock[] {
  return blocks.filter(({ id, hash }) => editsByBlock.get(id)?.sourceHash !== hash);
}

/** Human edits win over the translation memory, and the memory over the model. */
export async function collectTranslations(
  deps: RunDeps,
  { run, claim, text: { blocks }, promptStyle, abortController }: TaskContext,
  editsByBlock: PreservedEdits['editsByBlock'],
): Promise<CollectedTranslations> {
  const { query } = deps.database;
  const to = claim.locale;
  const { signal } = abortController;
  const from = run.sourceLocale;
  const policy = deps.scorePolicy(to);
  const omitHeld = { policy, since: run.createdAt };
  const memoryKey = createMemoryKey({ from, to, omitHeld }, promptStyle, blocks);
  const check = { from, to, glossary: promptStyle.terms };
  const known = new Map([...editsByBlock].map(([id, { text }]) => [id, text]));
  const suggestedTexts = new Map<string, string>();
  const held = new Map<string, { isUnread: boolean }>();
  const addTranslation = (id: string, translation: string) =>
    (known.has(id) ? suggestedTexts : known).set(id, translation);
  const withoutEdit = listWithoutEdit(blocks, editsByBlock);
  const remembered = await findUsableTranslations(query, withoutEdit, memoryKey, check);
  for (const [id, { text }] of remembered) addTranslation(id, text);
  const missing = withoutEdit.filter(({ id }) => !remembered.has(id));

  let done = blocks.length - missing.length;
  let savedAt = 0;
  const saveProgress = async (changes: Pick<TaskChange, 'attempts' | 'isReadingIncomplete'> = {}) => {
    savedAt = deps.now();
    const blocksAccepted = known.size - held.size;
    const progress = { blocks: blocks.length, blocksDone: done, blocksAccepted };
    const hasLease = await updateTask(query, claim, { ...progress, ...changes });
    if (!hasLease) return abortController.abort();
    await recordRunChange(query, run.id, deps.now());
  };
  await saveProgress({ isReadingIncomplete: false });
  let isOverBudget = false;
  let isReadingIncomplete = false;
  const withRunBudget =
    (meter: WithTokenBudget): WithTokenBudget =>
    async (call, callModel) => {
      const current = await readRun(query, run.id);
      // A deleted run ends by itself.
      isOverBudget = current !== null && current.tokensSpent + call.tokens > current.tokensMax;
      if (isOverBudget) return fail<ModelError>({ code: 'model.budget' });
      return meter({ ...call, run: { id: run.id, locale: to } }, callModel);
    };
  const secondReader = { ...deps.secondReader, meter: withRunBudget(deps.secondReader.meter) };
  const assess = createAssessor(
    { query, secondReader, now: deps.now },
    {
      from,
      to,
      policy,
      glossary: promptStyle.terms,
      style: promptStyle.style,
      contextBlocks: blocks,
      signal,
      onFailure() {
        isReadingIncomplete = true;
      },
    },
  );
  const blockById = new Map(blocks.map((block) => [block.id, block]));
  const markHeld = async (texts: readonly { id: string; text: string }[]) => {
    const translations = texts.flatMap(({ id, text }) => {
      const block = blockById.get(id);
      return block ? [{ block, text }] : [];
    });
    for (const block of await assess(translations))
      if (!editsByBlock.has(block.id)) held.set(block.id, block);
  };
  const rememberedByMachine = withoutEdit.flatMap((block) => {
    const entry = remembered.get(block.id);
    return entry?.origin === 'machine' ? [{ id: block.id, block, text: entry.text }] : [];
  });
  await markHeld(rememberedByMachine);
  const onBlocks = async (finished: readonly BlockOutcome[]) => {
    done += finished.length;
    const translated = finished.filter(({ state }) => state === 'ok');
    await saveToTranslationMemory(query, translated, 'machine', memoryKey, new Date(deps.now()));
    for (const { id, text } of translated) addTranslation(id, text);
    await markHeld(translated);
    if (done === blocks.length || deps.now() - savedAt >= progressIntervalMs)
      await saveProgress({ attempts: 0 });
    await deps.throttle();
  };
  const { outcomes, failure } = await translateBlocks(
    { ...deps.models, meter: withRunBudget(deps.models.meter) },
    missing,
    {
      ...check,
      style: promptStyle.style,
      contextBlocks: blocks,
      remembered: rememberedByMachine,
      signal,
      onBlocks,
    },
  );
  // A reading that a shutdown interrupts is continued.
  if (isReadingIncomplete && !signal.aborted) {
    await forgetReadingEstimate(query, run.id);
    await updateTask(query, claim, { isReadingIncomplete: failure === null });
  }
  const rejected = findRejected(outcomes, to);
  for (const { id } of rejected) {
    if (!editsByBlock.has(id)) known.delete(id);
    suggestedTexts.delete(id);
    held.delete(id);
  }
  await deleteFromTranslationMemory(
    query,
    rejected.map(({ hash }) => hash),
    memoryKey,
  );
  const code: TaskCode | null = failure && (isOverBudget ? 'run.budget' : failure.code);
  const accepted =
    known.size + outcomes.filter(({ id, state }) => state === 'ok' && suggestedTexts.has(id)).length;
  return { known, suggestedTexts, held, accepted, failure: code };
}
