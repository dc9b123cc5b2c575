import { and, eq } from 'drizzle-orm';
import { getCallPrices } from '#ai/language-model.ts';
import type { TokenCharge } from '#ai/text-contract.ts';
import { priceTokens } from '#ai/token-budget.ts';
import type { TranslatablePost } from '#blog/editing-contract.ts';
import { pickPostTexts } from '#blog/texts-contract.ts';
import { isEmptyHtml } from '#content/html-text.ts';
import type { Queries } from '#database/database.ts';
import { revision, translationRun, translationTask } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { AutomaticRule } from '#settings/contract.ts';
import { estimateReading } from '../assessment/estimate-reading.ts';
import { readTranslationMemory } from '../blocks/block-queries.ts';
import { isTooLongToTranslate, splitPostText } from '../blocks/post-text.ts';
import {
  type RunError,
  type RunErrorCode,
  type RunEstimate,
  type RunRequest,
  type RunStart,
  targetLocales,
} from '../contract.ts';
import { createMemoryKey, readPromptStyle } from '../glossary.ts';
import { matchPreservedEdits } from '../review/preserved-edits.ts';
import { listWithoutEdit } from './collect-translations.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { readUsageFactors } from './past-usage.ts';
import { findLatestRun, isLiveRun, type RunDeps, type RunRow } from './run-queries.ts';
import { readTokensLeft } from './tokens-left.ts';

const maxAttempts = 3;

interface StartedRun {
  id: string;
  joined: boolean;
  locales: Locale[];
}

export async function startRun(deps: RunDeps, start: RunStart): Promise<Result<StartedRun, RunError>> {
  const { query } = deps.database;
  const key = start.key === null ? null : `${start.actor.id}/${start.postId}/${start.key}`;
  for (let attempt = 1; ; attempt += 1) {
    const known = key === null ? null : await findLatestRun(query, eq(translationRun.idempotencyKey, key));
    if (known && !(await isSameStart(query, known, start))) return fail({ code: 'key.reused' });
    if (known) return ok({ id: known.id, joined: true, locales: [] });
    const original = await deps.posts.openPost(start.postId);
    if (!original) return fail({ code: 'post.missing' });
    const isOfArticle = eq(translationRun.articleId, original.article_id);
    const live = await findLatestRun(query, and(isOfArticle, isLiveRun));
    if (live) return ok({ id: live.id, joined: true, locales: [] });
    if (start.version !== null && start.version !== original.version)
      return fail({ code: 'post.conflict', current: original });
    const code = findObstacle(original);
    if (code) return fail({ code });
    if (selectLocales(original, start).length === 0) return fail({ code: 'language.taken' });
    const isReady =
      start.choice === 'drafts' || (original.status === 'published' && !original.has_working_copy);
    const ready = isReady
      ? ok(original)
      : await deps.posts.publishOriginal(original.id, original.version, start.actor);
    if (ready.ok) {
      const started = await insertRun(deps, ready.value, start, key);
      if (started) return ok(started);
    } else if (ready.error.code !== 'post.conflict') return ready;
    if (attempt === maxAttempts) return ready.ok ? fail({ code: 'run.live' }) : ready;
  }
}

/** Why the post can't be translated. */
function findObstacle({ id, languages, fields }: TranslatablePost): RunErrorCode | null {
  const isTranslation = languages.find((language) => language.id === id)?.from !== undefined;
  if (isTranslation) return 'run.translation';
  if (fields.title.trim() === '' || isEmptyHtml(fields.content)) return 'run.empty';
  return isTooLongToTranslate(fields) ? 'run.too_long' : null;
}

async function isSameStart(queries: Queries, run: RunRow, start: RunStart): Promise<boolean> {
  const tasks = await queries
    .select({ locale: translationTask.locale })
    .from(translationTask)
    .where(eq(translationTask.runId, run.id));
  const requested = selectLocales({ locale: run.sourceLocale }, start);
  const isRequested = ({ locale }: { locale: string }) => requested.some((target) => target === locale);
  return run.choice === start.choice && tasks.length === requested.length && tasks.every(isRequested);
}

function selectLocales({ locale }: Pick<TranslatablePost, 'locale'>, { locales }: RunRequest): Locale[] {
  return targetLocales(locale).filter((target) => !locales || locales.includes(target));
}

async function insertRun(
  deps: RunDeps,
  original: TranslatablePost,
  start: RunStart,
  key: string | null,
): Promise<StartedRun | null> {
  const locales = selectLocales(original, start);
  const { tokens, textTokens, readingTokens } = await estimateFor(deps, original, locales);
  const previous = await findLatestRun(
    deps.database.query,
    eq(translationRun.articleId, original.article_id),
  );
  // A later run is later, even if the clock was set back.
  const now = new Date(Math.max(deps.now(), (previous?.createdAt.getTime() ?? 0) + 1));
  const id = await deps.database.transaction(async (queries) => {
    const [row] = await queries
      .insert(translationRun)
      .values({
        articleId: original.article_id,
        postId: original.id,
        sourceLocale: original.locale,
        sourceVersion: original.version,
        sourceDigest: original.text_digest,
        source: { ...pickPostTexts(original.fields), slug: original.fields.slug },
        choice: start.choice,
        idempotencyKey: key,
        tokensEstimated: tokens,
        textTokensIn: textTokens.tokensIn,
        textTokensOut: textTokens.tokensOut,
        readingTokensIn: readingTokens.tokensIn,
        readingTokensOut: readingTokens.tokensOut,
        tokensMax: deps.models.provider().runTokens,
        authorId: start.actor.id,
        authorName: start.actor.name,
        ...(start.rule && { rule: start.rule.name, ruleAttempt: start.rule.attempt }),
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: translationRun.id });
    if (!row) return null;
    await queries.insert(translationTask).values(locales.map((locale) => ({ runId: row.id, locale })));
    if (start.rule) await recordStartByRule(queries, original, start.rule.name, now);
    return row.id;
  });
  return id === null ? null : { id, joined: false, locales };
}

/** In the history of the original. The translations' own revisions name the rule too. */
async function recordStartByRule(
  queries: Queries,
  { id: postId, version, fields }: TranslatablePost,
  rule: AutomaticRule,
  createdAt: Date,
): Promise<void> {
  const kind = 'translation_started';
  await queries.insert(revision).values({ postId, version, kind, fields: { ...fields }, rule, createdAt });
}

export async function estimateRun(
  deps: RunDeps,
  postId: string,
  request: RunRequest,
): Promise<Result<RunEstimate, RunError>> {
  const original = await deps.posts.openPost(postId);
  if (!original) return fail({ code: 'post.missing' });
  const code = findObstacle(original);
  if (code) return fail({ code });
  const { query } = deps.database;
  const now = deps.now();
  const provider = deps.models.provider();
  const left = await readTokensLeft(query, provider, now);
  const { translating, reading, tokens, blocks, known } = await estimateFor(
    deps,
    original,
    selectLocales(original, request),
  );
  const prices = getCallPrices(provider);
  return ok({
    blocks,
    known,
    tokens,
    cost: prices && {
      amount: priceTokens(prices.text, translating).amount + priceTokens(prices.review, reading).amount,
      currency: prices.text.currency,
    },
    most: provider.runTokens,
    leftToday: left.all,
    reading:
      left.reading === null
        ? null
        : { tokens: reading.tokensIn + reading.tokensOut, leftToday: left.reading },
  });
}

async function estimateFor(deps: RunDeps, original: TranslatablePost, locales: readonly Locale[]) {
  const { query } = deps.database;
  const source = pickPostTexts(original.fields);
  const text = splitPostText(source, original.locale);
  const reader = deps.secondReader.provider().textModel;
  const count = { blocks: 0, known: 0 };
  let [textTokens, readingTokens] = [noTokens, noTokens];
  for (const to of locales) {
    const omitHeld = { policy: deps.scorePolicy(to), since: null };
    const existing = await deps.posts.findPost(original.article_id, to);
    const { preserved } = await matchPreservedEdits(query, { existing, source, from: original.locale, text });
    const { blocks } = preserved?.text ?? text;
    count.blocks += blocks.length;
    if (preserved === null) {
      count.known += blocks.length;
      continue;
    }
    const withoutEdit = listWithoutEdit(blocks, preserved.editsByBlock);
    const promptStyle = await readPromptStyle(query, to);
    const key = createMemoryKey({ from: original.locale, to, omitHeld }, promptStyle, blocks);
    const hashes = withoutEdit.map(({ hash }) => hash);
    const memory = await readTranslationMemory(query, hashes, key);
    const missing = withoutEdit.filter(({ hash }) => !memory.has(hash));
    const request = { from: original.locale, to, promptStyle, contextBlocks: blocks };
    textTokens = addTokens(textTokens, estimateTokens(missing, request));
    if (reader !== null)
      readingTokens = addTokens(
        readingTokens,
        await estimateReading(query, { blocks: withoutEdit, memory, ...request }),
      );
    count.known += blocks.length - missing.length;
  }
  const { textModel } = deps.models.provider();
  const translating = multiplyTokens(textTokens, await readUsageFactors(query, 'translate', textModel));
  const reading = multiplyTokens(readingTokens, await readUsageFactors(query, 'review', reader));
  const tokens = [translating, reading].reduce((total, use) => total + use.tokensIn + use.tokensOut, 0);
  return { ...count, textTokens, readingTokens, translating, reading, tokens };
}

type Tokens = Pick<TokenCharge, 'tokensIn' | 'tokensOut'>;

const noTokens: Tokens = { tokensIn: 0, tokensOut: 0 };

const addTokens = (one: Tokens, other: Tokens): Tokens => ({
  tokensIn: one.tokensIn + other.tokensIn,
  tokensOut: one.tokensOut + other.tokensOut,
});

const multiplyTokens = ({ tokensIn, tokensOut }: Tokens, factors: Tokens): Tokens => ({
  tokensIn: Math.ceil(tokensIn * factors.tokensIn),
  tokensOut: Math.ceil(tokensOut * factors.tokensOut),
});
