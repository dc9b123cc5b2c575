import type { Queries } from '#database/connect.ts';
import type { TranslationFields } from '#desk/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { changeTask, type TaskClaim } from './claim-task.ts';
import type { BlockOffer, TaskCode } from './contract.ts';
import { gatherBlocks } from './gather-blocks.ts';
import type { WrittenBlock } from './human-edits.ts';
import { keptByPeople, noteWritten } from './kept-by-people.ts';
import { readRecipe } from './run-recipe.ts';
import { noteRunChange, readRun } from './run-rows.ts';
import { putTogether, type RunText, takeApart, textsOf } from './run-source.ts';
import type { RunTools } from './run-tools.ts';
import type { TaskWork } from './task-work.ts';

/** How often it is begun again because somebody changed the post meanwhile. */
const conflictsMax = 5;

/** `ended`: the language has its outcome; `left`: it was cancelled, or belongs to somebody else now. */
export type TaskOutcome = 'ended' | 'left';

/** Translates one language of a run and keeps it. Throws for what may be better at the next try. */
export async function translateTask(
  tools: RunTools,
  claim: TaskClaim,
  signal: AbortSignal,
): Promise<TaskOutcome> {
  const { query } = tools.database;
  const run = await readRun(query, claim.runId);
  if (!run) return 'left';
  const to = claim.locale;
  const text = takeApart(run.source, run.sourceLocale);
  const recipe = await readRecipe(query, to);
  for (let conflicts = 0; conflicts < conflictsMax; conflicts += 1) {
    const existing = await tools.desk.findPost(run.articleId, to);
    const outcome = await translateOnce(tools, { run, claim, to, text, recipe, existing, signal });
    if (outcome !== 'conflict') return outcome;
  }
  return endTask(tools, claim, { status: 'failed', code: 'task.failed' });
}

async function translateOnce(tools: RunTools, work: TaskWork): Promise<TaskOutcome | 'conflict'> {
  const { run, claim, text, existing } = work;
  const kept = await keptByPeople(tools, work);
  if (kept === null) {
    const { id: postId, status, version } = existing ?? { id: null, status: 'draft', version: null };
    const code = 'translation.human';
    const end = status === 'published' ? ('published' as const) : ('saved' as const);
    return endTask(tools, claim, { status: end, code, postId, postVersion: version });
  }
  const { known, offered, accepted, failure } = await gatherBlocks(tools, work, kept);
  if (work.signal.aborted) return 'left';
  const isNothing = text.blocks.length > 0 && accepted === 0;
  if (failure !== null || isNothing) return fallBack(tools, work, failure ?? 'translation.unfit');
  const isPassed = known.size === text.blocks.length;
  const publishes = isPassed && run.choice === 'passed';
  const code: TaskCode | null = !isPassed
    ? 'translation.review'
    : run.choice === 'all'
      ? 'translation.waits'
      : null;
  const addresses = await addressesIn(tools, text, work.to);
  return save(tools, work, {
    fields: putTogether(text, known, work.to, addresses),
    status: publishes ? 'published' : 'draft',
    origin: 'machine',
    end: {
      status: publishes ? 'published' : 'saved',
      ...{ code, blocksDone: text.blocks.length, blocksAccepted: known.size },
      offers: offersOf(text, kept.placed, offered),
    },
    blocks: text.blocks.map(({ id, hash, text: own }) => ({ id, hash, text: known.get(id) ?? own })),
  });
}

/** The original's words, as a draft that says so; a post that is there already stays as it is. */
async function fallBack(tools: RunTools, work: TaskWork, code: TaskCode): Promise<TaskOutcome | 'conflict'> {
  const { run, claim, existing } = work;
  const end = { status: 'fallback' as const, code };
  if (existing) return endTask(tools, claim, { ...end, postId: existing.id, postVersion: existing.version });
  const { slug: _, ...fields } = run.source;
  return save(tools, work, { fields, status: 'draft', origin: 'untranslated', end, blocks: null });
}

interface Save {
  fields: TranslationFields;
  status: 'draft' | 'published';
  origin: 'machine' | 'untranslated';
  end: TaskEnd;
  blocks: WrittenBlock[] | null;
}

type TaskEnd = Omit<Parameters<typeof changeTask>[3] & object, 'lease' | 'leaseUntil' | 'endedAt'>;

async function save(
  tools: RunTools,
  { run, claim, to, existing }: TaskWork,
  { fields, status, origin, end, blocks }: Save,
): Promise<TaskOutcome | 'conflict'> {
  const { sourceLocale: locale, sourceVersion: version, sourceDigest: digest } = run;
  const saved = await tools.desk.saveTranslation(
    {
      ...{ article_id: run.articleId, locale: to, fields, status, origin },
      source: { locale, slug: run.source.slug, version, digest },
      version: existing?.version ?? null,
      by: { id: run.authorId ?? '', name: run.authorName },
    },
    async (queries, kept) => {
      if (blocks) await noteWritten(queries, kept.id, kept.version, { fields: textsOf(kept.fields), blocks });
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

function offersOf(
  { blocks }: RunText,
  placed: ReadonlyMap<string, string>,
  offered: ReadonlyMap<string, string>,
): BlockOffer[] {
  return blocks.flatMap(({ id, text: source }) => {
    const [kept, offer] = [placed.get(id), offered.get(id)];
    return kept === undefined || offer === undefined || kept === offer
      ? []
      : [{ id, source, kept, offered: offer }];
  });
}
