import type { Locale } from '#i18n/locales.ts';
import type { ModelFailure } from '#platform/model-error.ts';
import { fail } from '#platform/result.ts';
import { forgetBlocks, keepBlocks, recallBlocks } from './block-memory.ts';
import { hasTagsOf, wordsOf } from './block-tags.ts';
import { checkBlock } from './check-block.ts';
import { changeTask } from './claim-task.ts';
import type { TaskCode } from './contract.ts';
import { guessLanguage } from './guess-language.ts';
import type { KeptByPeople } from './kept-by-people.ts';
import type { MeterCall } from './meter-calls.ts';
import { recipesOf } from './run-recipe.ts';
import { mayStillSpend, noteRunChange } from './run-rows.ts';
import type { RunTools } from './run-tools.ts';
import type { TaskWork } from './task-work.ts';
import { type BlockOutcome, translateBlocks } from './translate-blocks.ts';

/** Nobody sees more of a bar than that. */
const noteEveryMs = 200;

export interface Gathered {
  /** Texts of the translation, by the id of the block. */
  known: Map<string, string>;
  /** For blocks that a person wrote otherwise: what they would be. */
  offered: Map<string, string>;
  /** How many blocks there is a translation of. */
  accepted: number;
  failure: TaskCode | null;
}

/** Every block's translation: a person's, the remembered, the rest from the model. */
export async function gatherBlocks(
  tools: RunTools,
  work: TaskWork,
  placed: KeptByPeople['placed'],
): Promise<Gathered> {
  const { run, claim, to, text, recipe } = work;
  const { query } = tools.database;
  const recipeOf = recipesOf(recipe, text.blocks);
  const place = { from: run.sourceLocale, to, recipe: recipeOf };
  const check = { from: run.sourceLocale, to, glossary: recipe.terms };
  const known = new Map<string, string>();
  const offered = new Map<string, string>();
  for (const block of text.blocks) {
    const own = placed.get(block.id);
    if (own) known.set(block.id, own.text);
  }
  const memory = await recallBlocks(
    query,
    text.blocks.map(({ hash }) => hash),
    place,
  );
  const take = (id: string, own: string) => (known.has(id) ? offered.set(id, own) : known.set(id, own));
  const missing = text.blocks.filter((block) => {
    const remembered = memory.get(block.hash);
    if (placed.get(block.id)?.madeFor === block.hash) return false;
    const isGood =
      remembered &&
      (remembered.origin === 'human'
        ? hasTagsOf(remembered.text, block.text)
        : checkBlock(block, remembered.text, check) === null);
    if (isGood) take(block.id, remembered.text);
    return !isGood;
  });

  let done = text.blocks.length - missing.length;
  const progress = { blocks: text.blocks.length, blocksDone: done, blocksAccepted: known.size };
  let notedAt = 0;
  const noteProgress = async (more: object = {}) => {
    notedAt = tools.now();
    const isOurs = await changeTask(query, claim, tools.now(), { ...progress, ...more });
    if (!isOurs) return work.leave();
    await noteRunChange(query, run.id, tools.now());
    tools.changed(run.id);
  };
  await noteProgress();
  let isOverBudget = false;
  const meter: MeterCall = async (call, ask) => {
    if (await mayStillSpend(query, run.id, call.tokens))
      return tools.models.meter({ ...call, run: { id: run.id, locale: to } }, ask);
    isOverBudget = true;
    return fail<ModelFailure>({ code: 'model.budget' });
  };
  const { outcomes, failure } =
    missing.length === 0
      ? { outcomes: [], failure: null }
      : await translateBlocks({ ...tools.models, meter }, missing, {
          ...{ ...check, style: recipe.style, around: text.blocks, signal: work.signal },
          onBlocks: async (finished) => {
            done += finished.length;
            const good = finished.filter(({ state }) => state === 'ok');
            await keepBlocks(query, good, 'machine', place, new Date(tools.now()));
            for (const { id, text: own } of good) take(id, own);
            Object.assign(progress, { blocksDone: done, blocksAccepted: known.size });
            if (done === text.blocks.length || tools.now() - notedAt >= noteEveryMs)
              await noteProgress({ attempts: 0 });
            await tools.rest();
          },
        });
  const doubtful = doubtfulOf(outcomes, to);
  for (const { id } of doubtful) {
    if (!placed.has(id)) known.delete(id);
    offered.delete(id);
  }
  await forgetBlocks(
    query,
    doubtful.map(({ hash }) => hash),
    place,
  );
  const code: TaskCode | null = failure === null ? null : isOverBudget ? 'run.budget' : failure.code;
  const accepted = known.size + outcomes.filter(({ id, state }) => state === 'ok' && offered.has(id)).length;
  return { known, offered, accepted, failure: code };
}

/**
 * A block too short to tell its language by itself passes when it is asked for alone; where the model answered others in
 * another language, it did so there too.
 */
function doubtfulOf(outcomes: readonly BlockOutcome[], to: Locale): BlockOutcome[] {
  if (!outcomes.some(({ fault }) => fault === 'language')) return [];
  return outcomes.filter(({ state, text }) => state === 'ok' && guessLanguage(wordsOf(text)) !== to);
}
