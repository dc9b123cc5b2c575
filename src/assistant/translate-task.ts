import type { TranslationFields } from '#desk/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { wordsOf } from './block-tags.ts';
import { cancelRun } from './change-run.ts';
import type { TaskClaim } from './claim-task.ts';
import type { TaskCode } from './contract.ts';
import { gatherBlocks } from './gather-blocks.ts';
import type { Written } from './human-edits.ts';
import { endTask, keepTranslation, type TaskOutcome } from './keep-translation.ts';
import { type KeptByPeople, keptByPeople } from './kept-by-people.ts';
import { makeOffers } from './make-offers.ts';
import { readRecipe } from './run-recipe.ts';
import { isWithdrawn, readRun, readSource } from './run-rows.ts';
import { putTogether, type RunText, takeApart, textsOf } from './run-source.ts';
import type { RunTools } from './run-tools.ts';
import type { TaskWork } from './task-work.ts';
import type { TranslationBlock } from './translation-block.ts';

/** How often it is begun again because somebody changed the post meanwhile. */
const conflictsMax = 5;

/** Translates one language of a run and keeps it. Throws for what may be better at the next try. */
export async function translateTask(
  tools: RunTools,
  claim: TaskClaim,
  leaving: AbortController,
): Promise<Exclude<TaskOutcome, 'conflict'>> {
  const { query } = tools.database;
  const run = await readRun(query, claim.runId);
  const source = await readSource(query, claim.runId);
  if (!run || !source) return 'left';
  const to = claim.locale;
  const text = takeApart(source, run.sourceLocale);
  const recipe = await readRecipe(query, to);
  const end = { signal: leaving.signal, leave: () => leaving.abort() };
  for (let conflicts = 0; conflicts < conflictsMax; conflicts += 1) {
    if (await isWithdrawn(query, run)) {
      await cancelRun(tools, run.id, 'run.withdrawn');
      return 'left';
    }
    const existing = await tools.desk.findPost(run.articleId, to);
    const outcome = await translateOnce(tools, { run, source, claim, to, text, recipe, existing, ...end });
    if (outcome !== 'conflict') return outcome;
  }
  return endTask(tools, claim, { status: 'failed', code: 'task.failed' });
}

async function translateOnce(tools: RunTools, whole: TaskWork): Promise<TaskOutcome> {
  const { run, claim, existing } = whole;
  const kept = await keptByPeople(tools, whole);
  if (kept === null) {
    const { id: postId, status, version } = existing ?? { id: null, status: 'draft', version: null };
    const code = 'translation.human';
    const end = status === 'published' ? ('published' as const) : ('saved' as const);
    return endTask(tools, claim, { status: end, code, postId, postVersion: version });
  }
  const { text } = kept;
  const work = { ...whole, text };
  const { known, offered, accepted, failure } = await gatherBlocks(tools, work, kept.placed);
  await tools.rest();
  if (work.signal.aborted) return 'left';
  if (await isWithdrawn(tools.database.query, run)) return 'conflict';
  const isNothing = text.blocks.length > 0 && accepted === 0;
  if (failure !== null || isNothing) return fallBack(tools, whole, kept, failure ?? 'translation.unfit');
  const isPassed = known.size === text.blocks.length;
  // What somebody is typing over what readers see is published by nobody else.
  const isBeingEdited =
    run.choice !== 'drafts' &&
    existing?.status === 'published' &&
    existing.has_working_copy &&
    !isUntouched(kept);
  const publishes = isPassed && run.choice === 'passed' && !isBeingEdited;
  const code = codeOf({ isPassed, isBeingEdited, waits: run.choice === 'all' });
  const addresses = await addressesIn(tools, text, work.to);
  const offers = makeOffers(kept.placed, { ...{ text, to: work.to }, known, offered, addresses });
  return keepTranslation(tools, work, {
    fields: { ...putTogether(text, known, work.to, addresses, kept.asTheyStand), ...kept.fields },
    status: publishes ? 'published' : 'draft',
    origin: 'machine',
    end: {
      status: publishes ? 'published' : 'saved',
      ...{ code, blocksDone: text.blocks.length, blocksAccepted: known.size },
    },
    offers,
    // What a person has written for the block as it is now answers what was offered for it.
    offered: text.blocks.flatMap(({ id, hash }) => (kept.placed.get(id)?.madeFor === hash ? [] : [hash])),
    review: text.blocks
      .filter(({ id }) => !known.has(id))
      .map(({ hash, text: source }) => ({ hash, text: wordsOf(source), source })),
    written: (fields) => writtenOf(kept, fields, (block) => known.get(block.id) ?? block.text),
  });
}

function codeOf(is: { isPassed: boolean; isBeingEdited: boolean; waits: boolean }): TaskCode | null {
  if (!is.isPassed) return 'translation.review';
  if (is.isBeingEdited) return 'translation.edited';
  return is.waits ? 'translation.waits' : null;
}

/** What the next run tells a person's words by. */
function writtenOf(
  { text, placed, fields: own, before }: KeptByPeople,
  fields: TranslationFields,
  textOf: (block: TranslationBlock) => string,
): Written {
  const names = Object.keys(own) as (keyof TranslationFields)[];
  const unwritten = Object.fromEntries(names.map((name) => [name, before?.fields[name] ?? null]));
  return {
    fields: { ...fields, ...unwritten },
    blocks: text.blocks.map((block) => {
      const edit = placed.get(block.id);
      const { id, hash } = block;
      const isSource = edit?.isSource;
      return {
        ...{ id, hash, text: textOf(block) },
        ...(edit && { human_for: edit.madeFor }),
        ...(isSource && { as_source: isSource }),
      };
    }),
  };
}

/**
 * The original's words, as a draft that says so; what somebody has translated already stays, and so does what readers
 * see.
 */
async function fallBack(
  tools: RunTools,
  work: TaskWork,
  kept: KeptByPeople,
  code: TaskCode,
): Promise<TaskOutcome> {
  const { source, claim, existing } = work;
  const end = { status: 'fallback' as const, code };
  const isOwn = existing?.origin === 'untranslated' && existing.status === 'draft' && isUntouched(kept);
  if (existing && !isOwn)
    return endTask(tools, claim, { ...end, postId: existing.id, postVersion: existing.version });
  return keepTranslation(tools, work, {
    fields: textsOf(source),
    ...{ status: 'draft', origin: 'untranslated', end, offers: [], offered: [], review: [] },
    written: (fields) => writtenOf(kept, fields, (block) => block.text),
  });
}

function isUntouched({ placed, fields, before }: KeptByPeople): boolean {
  const isTouched = [...placed.values()].some(({ isSource }) => !isSource);
  return before !== null && !isTouched && Object.keys(fields).length === 0;
}

async function addressesIn(tools: RunTools, { split }: RunText, to: Locale): Promise<Map<string, string>> {
  const addresses = new Map<string, string>();
  for (const link of split.ownLinks) {
    const address = await tools.addressIn(link, to);
    if (address !== null) addresses.set(link.href, address);
  }
  return addresses;
}
