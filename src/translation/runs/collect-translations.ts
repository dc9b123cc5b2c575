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
import { promptStyleKeys } from '../glossary/prompt-style.ts';
import type { PreservedEdits } from '../review/preserved-edits.ts';
import type { RunDeps, TaskContext } from './deps.ts';
import { canSpendTokens, recordRunChange } from './run-queries.ts';
import { updateTask } from './task-lease.ts';

const progressIntervalMs = 200;

export interface CollectedTranslations {
  known: Map<string, string>;
  suggestedTexts: Map<string, string>;
  accepted: number;
  failure: TaskCode | null;
}

/** Human edits win over the translation memory, and the memory over the model. */
export async function collectTranslations(
  deps: RunDeps,
  work: TaskContext,
  editsByBlock: PreservedEdits['editsByBlock'],
): Promise<CollectedTranslations> {
  const { run, claim, to, text, promptStyle } = work;
  const { query } = deps.database;
  const cacheKey = promptStyleKeys(promptStyle, text.blocks);
  const memoryKey = { from: run.sourceLocale, to, cacheKey };
  const check = { from: run.sourceLocale, to, glossary: promptStyle.terms };
  const known = new Map<string, string>();
  const suggestedTexts = new Map<string, string>();
  for (const block of text.blocks) {
    const edit = editsByBlock.get(block.id);
    if (edit) known.set(block.id, edit.text);
  }
  const memory = await readTranslationMemory(
    query,
    text.blocks.map(({ hash }) => hash),
    memoryKey,
  );
  const addTranslation = (id: string, translation: string) =>
    known.has(id) ? suggestedTexts.set(id, translation) : known.set(id, translation);
  const missing = text.blocks.filter((block) => {
    const remembered = memory.get(block.hash);
    if (editsByBlock.get(block.id)?.sourceHash === block.hash) return false;
    const isUsable =
      remembered &&
      (remembered.origin === 'human'
        ? hasSameTags(remembered.text, block.text)
        : checkBlock(block, remembered.text, check) === null);
    if (isUsable) addTranslation(block.id, remembered.text);
    return !isUsable;
  });

  let done = text.blocks.length - missing.length;
  const progress = { blocks: text.blocks.length, blocksDone: done, blocksAccepted: known.size };
  let savedAt = 0;
  const saveProgress = async (changes: object = {}) => {
    savedAt = deps.now();
    const hasLease = await updateTask(query, claim, deps.now(), { ...progress, ...changes });
    if (!hasLease) return work.abort();
    await recordRunChange(query, run.id, deps.now());
    deps.onChange(run.id);
  };
  await saveProgress();
  let isOverBudget = false;
  const meter: WithTokenBudget = async (call, callModel) => {
    if (await canSpendTokens(query, run.id, call.tokens))
      return deps.models.meter({ ...call, run: { id: run.id, locale: to } }, callModel);
    isOverBudget = true;
    return fail<ModelError>({ code: 'model.budget' });
  };
  const { outcomes, failure } =
    missing.length === 0
      ? { outcomes: [], failure: null }
      : await translateBlocks({ ...deps.models, meter }, missing, {
          ...check,
          style: promptStyle.style,
          contextBlocks: text.blocks,
          signal: work.signal,
          onBlocks: async (finished) => {
            done += finished.length;
            const translated = finished.filter(({ state }) => state === 'ok');
            await saveToTranslationMemory(query, translated, 'machine', memoryKey, new Date(deps.now()));
            for (const { id, text: translation } of translated) addTranslation(id, translation);
            Object.assign(progress, { blocksDone: done, blocksAccepted: known.size });
            if (done === text.blocks.length || deps.now() - savedAt >= progressIntervalMs)
              await saveProgress({ attempts: 0 });
            await deps.throttle();
          },
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
  const code: TaskCode | null = failure === null ? null : isOverBudget ? 'run.budget' : failure.code;
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
