import type { Queries } from '#database/connect.ts';
import type { TranslationFields } from '#desk/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { type MadeOffer, noteOffers, shapeOf } from './block-offers.ts';
import { wordsOf } from './block-tags.ts';
import { cancelRun } from './change-run.ts';
import { changeTask, type TaskClaim } from './claim-task.ts';
import type { TaskCode } from './contract.ts';
import { isWithdrawn } from './finish-run.ts';
import { gatherBlocks } from './gather-blocks.ts';
import type { Written } from './human-edits.ts';
import { blockHtml } from './join-text.ts';
import { type KeptByPeople, keptByPeople, noteWritten, type ReviewBlock } from './kept-by-people.ts';
import type { OwnLink } from './own-link.ts';
import { readRecipe } from './run-recipe.ts';
import { noteRunChange, readRun, readSource } from './run-rows.ts';
import { putTogether, type RunText, takeApart, textsOf } from './run-source.ts';
import type { RunTools } from './run-tools.ts';
import type { TaskWork } from './task-work.ts';
import type { TranslationBlock } from './translation-block.ts';

/** How often it is begun again because somebody changed the post meanwhile. */
const conflictsMax = 5;

/** `ended`: the language has its outcome; `left`: it was cancelled, or belongs to somebody else now. */
export type TaskOutcome = 'ended' | 'left';

/** Translates one language of a run and keeps it. Throws for what may be better at the next try. */
export async function translateTask(
  tools: RunTools,
  claim: TaskClaim,
  leaving: AbortController,
): Promise<TaskOutcome> {
  const { query } = tools.database;
  const run = await readRun(query, claim.runId);
  const source = await readSource(query, claim.runId);
  if (!run || !source) return 'left';
  const to = claim.locale;
  const text = takeApart(source, run.sourceLocale);
  const recipe = await readRecipe(query, to);
  const end = { signal: leaving.signal, leave: () => leaving.abort() };
  for (let conflicts = 0; conflicts < conflictsMax; conflicts += 1) {
    if (await isWithdrawn(tools, run)) {
      await cancelRun(tools, run.id, 'run.withdrawn');
      return 'left';
    }
    const existing = await tools.desk.findPost(run.articleId, to);
    const outcome = await translateOnce(tools, { run, source, claim, to, text, recipe, existing, ...end });
    if (outcome !== 'conflict') return outcome;
  }
  return endTask(tools, claim, { status: 'failed', code: 'task.failed' });
}

async function translateOnce(tools: RunTools, whole: TaskWork): Promise<TaskOutcome | 'conflict'> {
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
  if (await isWithdrawn(tools, run)) return 'conflict';
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
  const offers = offersOf(work, kept, { known, offered, addresses });
  return save(tools, work, {
    fields: { ...putTogether(text, known, work.to, addresses, kept.asTheyStand), ...kept.fields },
    status: publishes ? 'published' : 'draft',
    origin: 'machine',
    end: {
      status: publishes ? 'published' : 'saved',
      ...{ code, blocksDone: text.blocks.length, blocksAccepted: known.size },
      offers: offers.map(({ id, source, kept: own, offered: offer }) => ({
        id,
        source,
        kept: own,
        offered: offer,
      })),
    },
    offers,
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
      return { id, hash, text: textOf(block), ...(edit && { human_for: edit.madeFor }) };
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
): Promise<TaskOutcome | 'conflict'> {
  const { source, claim, existing } = work;
  const end = { status: 'fallback' as const, code };
  const isOwn = existing?.origin === 'untranslated' && existing.status === 'draft' && isUntouched(kept);
  if (existing && !isOwn)
    return endTask(tools, claim, { ...end, postId: existing.id, postVersion: existing.version });
  return save(tools, work, {
    fields: textsOf(source),
    ...{ status: 'draft', origin: 'untranslated', end, offers: [], review: [] },
    written: (fields) => writtenOf(kept, fields, (block) => block.text),
  });
}

function isUntouched({ placed, fields, before }: KeptByPeople): boolean {
  return before !== null && placed.size === 0 && Object.keys(fields).length === 0;
}

interface Save {
  fields: TranslationFields;
  status: 'draft' | 'published';
  origin: 'machine' | 'untranslated';
  end: TaskEnd;
  offers: MadeOffer[];
  review: ReviewBlock[];
  /** From the fields as they were kept. */
  written(fields: TranslationFields): Written;
}

type TaskEnd = Omit<Parameters<typeof changeTask>[3] & object, 'lease' | 'leaseUntil' | 'endedAt'>;

async function save(
  tools: RunTools,
  { run, source, claim, to, text, existing }: TaskWork,
  { fields, status, origin, end, offers, review, written }: Save,
): Promise<TaskOutcome | 'conflict'> {
  const { sourceLocale: locale, sourceVersion: version, sourceDigest: digest } = run;
  const saved = await tools.desk.saveTranslation(
    {
      ...{ article_id: run.articleId, locale: to, fields, status, origin },
      source: { locale, slug: source.slug, version, digest },
      version: existing?.version ?? null,
      by: { id: run.authorId ?? '', name: run.authorName },
    },
    async (queries, kept) => {
      await noteWritten(queries, kept.id, kept.version, { ...written(textsOf(kept.fields)), review });
      const hashes = text.blocks.map(({ hash }) => hash);
      await noteOffers(queries, kept.id, { offers, hashes, now: new Date(tools.now()) });
      return noteEnd(queries, tools, claim, { ...end, postId: kept.id, postVersion: kept.version });
    },
  );
  tools.changed(run.id);
  if (saved.ok) return 'ended';
  if (saved.error.code === 'lease.lost') return 'left';
  if (saved.error.code === 'post.conflict') return 'conflict';
  if (saved.error.code === 'post.missing') return 'left';
  tools.onTrouble(new Error(`a translation could not be kept: ${saved.error.code}`));
  return endTask(tools, claim, { status: 'failed', code: 'task.failed' });
}

async function endTask(tools: RunTools, claim: TaskClaim, end: TaskEnd): Promise<TaskOutcome> {
  const isOurs = await noteEnd(tools.database.query, tools, claim, end);
  tools.changed(claim.runId);
  return isOurs ? 'ended' : 'left';
}

async function noteEnd(queries: Queries, tools: RunTools, claim: TaskClaim, end: TaskEnd): Promise<boolean> {
  const now = tools.now();
  const ended = { ...end, lease: null, leaseUntil: null, endedAt: new Date(now) };
  const isOurs = await changeTask(queries, claim, now, ended);
  if (isOurs) await noteRunChange(queries, claim.runId, now);
  return isOurs;
}

async function addressesIn(tools: RunTools, { split }: RunText, to: Locale): Promise<Map<string, string>> {
  const addresses = new Map<string, string>();
  for (const link of split.ownLinks) {
    const address = await tools.addressIn(link, to);
    if (address !== null) addresses.set(link.href, address);
  }
  return addresses;
}

interface Offering {
  known: ReadonlyMap<string, string>;
  offered: ReadonlyMap<string, string>;
  addresses: ReadonlyMap<string, string>;
}

function offersOf(
  { text, to }: TaskWork,
  { placed }: KeptByPeople,
  { known, offered, addresses }: Offering,
): MadeOffer[] {
  const addressOf = ({ href }: OwnLink) => addresses.get(href) ?? null;
  return text.blocks.flatMap(({ id, hash, text: source }) => {
    const [own, offer] = [placed.get(id), offered.get(id)];
    if (own === undefined || offer === undefined || shapeOf(own.text) === shapeOf(offer)) return [];
    const texts = new Map([...known, [id, offer]]);
    const html = own.html === null ? null : blockHtml(text.split, id, to, { texts, addressOf });
    return [{ id, hash, source, kept: own.text, offered: offer, html }];
  });
}
