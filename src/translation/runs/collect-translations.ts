import type { ModelError } from '#ai/contract.ts';
import type { WithTokenBudget } from '#ai/token-budget.ts';
import { detectLanguage } from '#i18n/detect-language.ts';
import type { Locale } from '#i18n/locales.ts';
import { fail } from '#platform/result.ts';
import { hasSameTags, plainBlockText } from '../blocks/block.ts';
import { checkBlock } from '../blocks/check-block.ts';
import { type BlockOutcome, translateBlocks } from '../blocks/translate-blocks.ts';
import {
  deleteFromTranslationMemory,
  readTranslationMemory,
  saveToTranslationMemory,
} from '../blocks/translation-memory.ts';
import type { TaskCode } from '../contract.ts';
import { promptStyleKeys } from '../glossary.ts';
import type { PreservedEdits } from '../review/preserved-edits.ts';
import { type RunDeps, readRun, recordRunChange, type TaskContext, updateTask } from './run-queries.ts';

const progressIntervalMs = 200;

interface CollectedTranslations {
  known: Map<string, string>;
  suggestedTexts: Map<string, string>;
  accepted: number;
  failure: TaskCode | null;
}

/** Human edits win over the translation memory, and the memory over the model. */
export async function collectTranslations(
  deps: RunDeps,
  { run, claim, text: { blocks }, promptStyle, abortController }: TaskContext,
  editsByBlock: PreservedEdits['editsByBlock'],
): Promise<CollectedTranslations> {
  const { query } = deps.database;
  const to = claim.locale;
  const memoryKey = { from: run.sourceLocale, to, cacheKey: promptStyleKeys(promptStyle, blocks) };
  const check = { from: run.sourceLocale, to, glossary: promptStyle.terms };
  const known = new Map([...editsByBlock].map(([id, { text }]) => [id, text]));
  const suggestedTexts = new Map<string, string>();
  const addTranslation = (id: string, translation: string) =>
    (known.has(id) ? suggestedTexts : known).set(id, translation);
  const hashes = blocks.map(({ hash }) => hash);
  const memory = await readTranslationMemory(query, hashes, memoryKey);
  const missing = blocks.filter((block) => {
    if (editsByBlock.get(block.id)?.sourceHash === block.hash) return false;
    const remembered = memory.get(block.hash);
    const isUsable =
      remembered &&
      (remembered.origin === 'human'
        ? hasSameTags(remembered.text, block.text)
        : checkBlock(block, remembered.text, check) === null);
    if (isUsable) addTranslation(block.id, remembered.text);
    return !isUsable;
  });

  let done = blocks.length - missing.length;
  let savedAt = 0;
  const saveProgress = async (changes: { attempts?: number } = {}) => {
    savedAt = deps.now();
    const progress = { blocks: blocks.length, blocksDone: done, blocksAccepted: known.size };
    const hasLease = await updateTask(query, claim, deps.now(), { ...progress, ...changes });
    if (!hasLease) return abortController.abort();
    await recordRunChange(query, run.id, deps.now());
    deps.onChange(run.id);
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

/**
 * A short block passes for any language when requested alone. If the model used another language for others,
 * it may have done so for this one.
 */
function findDoubtful(outcomes: readonly BlockOutcome[], to: Locale): BlockOutcome[] {
  if (!outcomes.some(({ issue }) => issue === 'language')) return [];
  return outcomes.filter(({ state, text }) => state === 'ok' && detectLanguage(plainBlockText(text)) !== to);
}
