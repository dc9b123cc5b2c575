import { eq } from 'drizzle-orm';
import { translationRun, translationTask } from '#database/schema.ts';
import type { TranslatedPost } from '#desk/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { recallBlocks } from './block-memory.ts';
import { type RunError, type RunEstimate, type RunRequest, type RunStart, targetsOf } from './contract.ts';
import { tokensOfDay } from './meter-calls.ts';
import { estimateTokens } from './run-estimate.ts';
import { readRecipe, recipesOf } from './run-recipe.ts';
import { liveRunOf } from './run-rows.ts';
import { sourceOf, takeApart, textsOf } from './run-source.ts';
import type { RunTools } from './run-tools.ts';

/** Two that click at the same moment meet here; how often who came second looks again. */
const triesMax = 3;

export interface StartedRun {
  id: string;
  joined: boolean;
  locales: Locale[];
}

/** Makes the rows of a run, or finds those of the one that is running. */
export async function startRun(tools: RunTools, start: RunStart): Promise<Result<StartedRun, RunError>> {
  const { query } = tools.database;
  const key = start.key === null ? null : `${start.by.id}/${start.postId}/${start.key}`;
  for (let tries = 1; ; tries += 1) {
    const known = key === null ? null : await runOfKey(tools, key);
    if (known) return ok({ id: known, joined: true, locales: [] });
    const original = await tools.desk.openPost(start.postId);
    if (!original) return fail({ code: 'post.missing' });
    const live = await liveRunOf(query, original.article_id);
    if (live) return ok({ id: live.id, joined: true, locales: [] });
    if (start.version !== null && start.version !== original.version)
      return fail({ code: 'post.conflict', current: original });
    if (isTranslation(original)) return fail({ code: 'run.translation' });
    if (isEmpty(original)) return fail({ code: 'run.empty' });
    if (localesOf(original, start).length === 0) return fail({ code: 'language.taken' });
    const ready = await publishOriginal(tools, original, start);
    if (ready.ok) {
      const started = await insertRun(tools, ready.value, start, key);
      if (started) return ok(started);
    } else if (ready.error.code !== 'post.conflict') return ready;
    if (tries === triesMax) return ready.ok ? fail({ code: 'run.live' }) : ready;
  }
}

async function runOfKey({ database }: RunTools, key: string): Promise<string | null> {
  const [row] = await database.query
    .select({ id: translationRun.id })
    .from(translationRun)
    .where(eq(translationRun.idempotencyKey, key));
  return row?.id ?? null;
}

/** What a run made is not the source of another, as long as what it was made from is there. */
function isTranslation({ id, languages }: TranslatedPost): boolean {
  return languages.find((language) => language.id === id)?.from !== undefined;
}

/** A text may be a picture, or code, without a word to translate. */
function isEmpty({ fields: { title, content } }: TranslatedPost): boolean {
  const hasWords = content.replace(/<[^>]*>|&nbsp;/g, '').trim() !== '';
  return title.trim() === '' || !(hasWords || /<(?:img|iframe|video|audio)\b/i.test(content));
}

/** As it is typed, for readers to see, where translations of it are to be seen. */
async function publishOriginal(
  tools: RunTools,
  original: TranslatedPost,
  { choice, by }: RunStart,
): Promise<Result<TranslatedPost, RunError>> {
  const isPublished = original.status === 'published' && !original.has_working_copy;
  if (choice === 'drafts' || isPublished) return ok(original);
  return tools.desk.publishOriginal(original.id, original.version, by);
}

function localesOf({ locale }: TranslatedPost, { locales }: RunRequest): Locale[] {
  return targetsOf(locale).filter((each) => !locales || locales.includes(each));
}

/** null: another one was quicker. */
async function insertRun(
  tools: RunTools,
  original: TranslatedPost,
  start: RunStart,
  key: string | null,
): Promise<StartedRun | null> {
  const locales = localesOf(original, start);
  const { tokens } = await estimateFor(tools, original, locales);
  const now = new Date(tools.now());
  const id = await tools.database.transaction(async (queries) => {
    const [row] = await queries
      .insert(translationRun)
      .values({
        ...{ articleId: original.article_id, postId: original.id, sourceLocale: original.locale },
        ...{ sourceVersion: original.version, sourceDigest: original.text_digest },
        source: { ...sourceOf(original) },
        ...{ choice: start.choice, idempotencyKey: key, tokensEstimated: tokens, tokensMax: tools.tokensMax },
        ...{ authorId: start.by.id, authorName: start.by.name, createdAt: now, updatedAt: now },
      })
      .onConflictDoNothing()
      .returning({ id: translationRun.id });
    if (row)
      await queries.insert(translationTask).values(locales.map((locale) => ({ runId: row.id, locale })));
    return row?.id ?? null;
  });
  return id === null ? null : { id, joined: false, locales };
}

/** What a run would take, before it is started. */
export async function estimateRun(
  tools: RunTools,
  postId: string,
  request: RunRequest,
): Promise<Result<RunEstimate, RunError>> {
  const original = await tools.desk.openPost(postId);
  if (!original) return fail({ code: 'post.missing' });
  if (isTranslation(original)) return fail({ code: 'run.translation' });
  if (isEmpty(original)) return fail({ code: 'run.empty' });
  const used = await tokensOfDay(tools.database.query, tools.now());
  return ok({
    ...(await estimateFor(tools, original, localesOf(original, request))),
    most: tools.tokensMax,
    leftToday: Math.max(0, tools.dailyTokens - used),
  });
}

async function estimateFor(tools: RunTools, original: TranslatedPost, locales: readonly Locale[]) {
  const { query } = tools.database;
  const { blocks } = takeApart(textsOf(original.fields), original.locale);
  const sum = { tokens: 0, blocks: 0, known: 0 };
  for (const to of locales) {
    const recipe = recipesOf(await readRecipe(query, to), blocks);
    const hashes = blocks.map(({ hash }) => hash);
    const memory = await recallBlocks(query, hashes, { from: original.locale, to, recipe });
    const missing = blocks.filter(({ hash }) => !memory.has(hash));
    sum.tokens += estimateTokens(missing);
    sum.blocks += blocks.length;
    sum.known += blocks.length - missing.length;
  }
  return sum;
}
