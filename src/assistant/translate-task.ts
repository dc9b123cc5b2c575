import { eq } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { translationWritten } from '#database/schema.ts';
import type { TranslatedPost, TranslationFields } from '#desk/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import type { ModelFailure } from '#platform/model-error.ts';
import { fail } from '#platform/result.ts';
import { keepBlock, recallBlocks } from './block-memory.ts';
import { hasTagsOf } from './block-tags.ts';
import { checkBlock } from './check-block.ts';
import { changeTask, type TaskClaim } from './claim-task.ts';
import type { BlockOffer, TaskCode } from './contract.ts';
import { findHumanEdits, placeEdits, type Written, type WrittenBlock } from './human-edits.ts';
import type { MeterCall } from './meter-calls.ts';
import { type Recipe, readRecipe } from './run-recipe.ts';
import { noteRunChange, type RunRow, readRun } from './run-rows.ts';
import { putTogether, type RunText, takeApart, textsOf } from './run-source.ts';
import type { RunTools } from './run-tools.ts';
import { translateBlocks } from './translate-blocks.ts';

/** How often it is begun again because somebody changed the post meanwhile. */
const conflictsMax = 5;

/** `ended`: the language has its outcome; `left`: it was cancelled, or belongs to somebody else now. */
export type TaskOutcome = 'ended' | 'left';

interface Work {
  run: RunRow;
  claim: TaskClaim;
  to: Locale;
  text: RunText;
  recipe: Recipe;
  existing: TranslatedPost | null;
  signal: AbortSignal;
}

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

async function translateOnce(tools: RunTools, work: Work): Promise<TaskOutcome | 'conflict'> {
  const { run, claim, text, existing } = work;
  const kept = await keptByPeople(tools, work);
  if (kept === null) {
    const { id: postId, status, version } = existing ?? { id: null, status: 'draft', version: null };
    const code = 'translation.human';
    const end = status === 'published' ? ('published' as const) : ('saved' as const);
    return endTask(tools, claim, { status: end, code, postId, postVersion: version });
  }
  const { known, offered, accepted, failure } = await gather(tools, work, kept);
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

interface KeptByPeople {
  /** A person's texts, by the id of the block. */
  placed: ReadonlyMap<string, string>;
  /** Of those, where the source has changed since. */
  stale: ReadonlySet<string>;
}

/** What stays as a person wrote it; null: all of the post. */
async function keptByPeople(
  tools: RunTools,
  { existing, run, to, text, recipe }: Work,
): Promise<KeptByPeople | null> {
  const nothing = { placed: new Map<string, string>(), stale: new Set<string>() };
  if (!existing || existing.origin === 'untranslated') return nothing;
  const { query } = tools.database;
  const written = await readWritten(query, existing.id);
  if (!written) return existing.origin === 'machine' ? nothing : null;
  const found = findHumanEdits(written, textsOf(existing.fields), to);
  if (found.kind === 'whole') return null;
  const place = { from: run.sourceLocale, to, recipe: recipe.id };
  for (const [hash, own] of found.edits)
    await keepBlock(query, { hash, text: own, origin: 'human' }, place, new Date(tools.now()));
  const placed = placeEdits(written.blocks, text.blocks, found.edits);
  if (!placed) return null;
  const stale = text.blocks.filter(({ id, hash }) => placed.has(id) && !found.edits.has(hash));
  return { placed, stale: new Set(stale.map(({ id }) => id)) };
}

interface Gathered {
  /** Texts of the translation, by the id of the block. */
  known: Map<string, string>;
  /** For blocks that a person wrote otherwise: what they would be. */
  offered: Map<string, string>;
  /** How many blocks there is a translation of. */
  accepted: number;
  failure: TaskCode | null;
}

/** Every block's translation: a person's, the remembered, the rest from the model. */
async function gather(tools: RunTools, work: Work, kept: KeptByPeople): Promise<Gathered> {
  const { run, claim, to, text, recipe } = work;
  const { query } = tools.database;
  const place = { from: run.sourceLocale, to, recipe: recipe.id };
  const check = { from: run.sourceLocale, to, glossary: recipe.terms };
  const known = new Map<string, string>();
  const offered = new Map<string, string>();
  for (const block of text.blocks) {
    const own = kept.placed.get(block.id);
    if (own !== undefined && hasTagsOf(own, block.text)) known.set(block.id, own);
  }
  const memory = await recallBlocks(
    query,
    text.blocks.map(({ hash }) => hash),
    place,
  );
  const take = (id: string, own: string) => (known.has(id) ? offered.set(id, own) : known.set(id, own));
  const missing = text.blocks.filter((block) => {
    const remembered = memory.get(block.hash);
    if (known.has(block.id) && !kept.stale.has(block.id)) return false;
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
  const noteProgress = async (more: object = {}) => {
    const isOurs = await changeTask(query, claim, tools.now(), { ...progress, ...more });
    if (isOurs) await noteRunChange(query, run.id, tools.now());
    tools.changed(run.id);
  };
  await noteProgress();
  let isOverBudget = false;
  const meter: MeterCall = async (call, ask) => {
    const current = await readRun(query, run.id);
    if (!current || current.tokensSpent + call.tokens <= run.tokensMax)
      return tools.models.meter({ ...call, run: { id: run.id, locale: to } }, ask);
    isOverBudget = true;
    return fail<ModelFailure>({ code: 'model.budget' });
  };
  const { outcomes, failure } =
    missing.length === 0
      ? { outcomes: [], failure: null }
      : await translateBlocks({ ...tools.models, meter }, missing, {
          ...{ ...check, style: recipe.style, around: text.blocks, signal: work.signal },
          onBlock: async ({ id, hash, state, text: own }) => {
            done += 1;
            if (state === 'ok') {
              await keepBlock(query, { hash, text: own, origin: 'machine' }, place, new Date(tools.now()));
              take(id, own);
            }
            Object.assign(progress, { blocksDone: done, blocksAccepted: known.size });
            await noteProgress({ attempts: 0 });
          },
        });
  const code: TaskCode | null = failure === null ? null : isOverBudget ? 'run.budget' : failure.code;
  const accepted = known.size + outcomes.filter(({ id, state }) => state === 'ok' && offered.has(id)).length;
  return { known, offered, accepted, failure: code };
}

/** The original's words, as a draft that says so; a post that is there already stays as it is. */
async function fallBack(tools: RunTools, work: Work, code: TaskCode): Promise<TaskOutcome | 'conflict'> {
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
  { run, claim, to, existing }: Work,
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

async function readWritten(queries: Queries, postId: string): Promise<Written | null> {
  const [row] = await queries.select().from(translationWritten).where(eq(translationWritten.postId, postId));
  return row ? { fields: row.fields as unknown as TranslationFields, blocks: row.blocks } : null;
}

async function noteWritten(
  queries: Queries,
  postId: string,
  version: number,
  { fields, blocks }: Written,
): Promise<void> {
  const row = { version, fields: { ...fields }, blocks: [...blocks] };
  await queries
    .insert(translationWritten)
    .values({ postId, ...row })
    .onConflictDoUpdate({ target: translationWritten.postId, set: row });
}
