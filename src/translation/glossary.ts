import { createHash } from 'node:crypto';
import { count, desc, eq, inArray, sql } from 'drizzle-orm';
import { plainBlockText } from '#ai/block-text-contract.ts';
import { type AiProvider, getCallPrices } from '#ai/language-model.ts';
import { readCostToday, readTokensUsedToday } from '#ai/token-budget.ts';
import type { Database, Queries } from '#database/database.ts';
import { glossary, translationBlock, translationRun, translationTask } from '#database/schema.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import type { TranslationBlock } from './blocks/block.ts';
import type { MemoryKey } from './blocks/block-queries.ts';
import type { GlossaryTerm } from './blocks/check-block.ts';
import type { Formality, GlossaryStore, RunTokenUsage, StoredStyleGuide } from './contract.ts';

const maxRuns = 20;

interface GlossaryStoreDeps {
  database: Pick<Database, 'query'>;
  provider(): AiProvider;
  now(): number;
}

export function createGlossaryStore({
  database: { query },
  provider,
  now,
}: GlossaryStoreDeps): GlossaryStore {
  return {
    listStyleGuides: () => listStyleGuides(query),
    async saveStyleGuide(locale, { address, style, terms }) {
      const row = { address, style, terms, updatedAt: new Date(now()) };
      await query
        .insert(glossary)
        .values({ locale, ...row })
        .onConflictDoUpdate({ target: glossary.locale, set: row });
      const saved = (await listStyleGuides(query)).find((guide) => guide.locale === locale);
      if (!saved) throw new Error('the saved style guide is missing');
      return saved;
    },
    async readTokenUsage() {
      const { dailyTokens } = provider();
      const prices = getCallPrices(provider());
      const tokens = await readTokensUsedToday(query, now());
      const cost = prices && (await readCostToday(query, prices, now()));
      return { today: { tokens, budget: dailyTokens, ...(cost && { cost }) }, runs: await listRuns(query) };
    },
  };
}

async function listStyleGuides(queries: Queries): Promise<StoredStyleGuide[]> {
  const rows = await queries.select().from(glossary);
  const counts = await queries
    .select({ locale: translationBlock.locale, blocks: count() })
    .from(translationBlock)
    .where(eq(translationBlock.origin, 'machine'))
    .groupBy(translationBlock.locale);
  return locales.map((locale) => {
    const { address = 'free', style = '', terms = [] } = rows.find((row) => row.locale === locale) ?? {};
    const remembered = counts.find((row) => row.locale === locale)?.blocks ?? 0;
    return { locale, address, style, terms, remembered };
  });
}

async function listRuns(queries: Queries): Promise<RunTokenUsage[]> {
  const runs = await queries
    .select({
      id: translationRun.id,
      post_id: translationRun.postId,
      title: sql<string>`${translationRun.source}->>'title'`,
      from: translationRun.sourceLocale,
      status: translationRun.status,
      tokens: translationRun.tokensSpent,
      at: translationRun.createdAt,
    })
    .from(translationRun)
    .orderBy(desc(translationRun.createdAt))
    .limit(maxRuns);
  const ids = runs.map(({ id }) => id);
  const tasks = await queries
    .select({ runId: translationTask.runId, locale: translationTask.locale })
    .from(translationTask)
    .where(inArray(translationTask.runId, ids));
  return runs.map(({ at, from, ...run }) => ({
    ...run,
    source_locale: from as Locale,
    created_at: at.toISOString(),
    locales: locales.filter((locale) =>
      tasks.some((task) => task.runId === run.id && task.locale === locale),
    ),
  }));
}

/** Increment if remembered translations aren't good enough after a change of `blocks/block-prompt.ts`. */
const instructionsVersion = 1;

export interface PromptStyle {
  terms: GlossaryTerm[];
  style: string;
  /** Terms that the text uses. */
  findTerms(text: string): GlossaryTerm[];
  /** Identifies the style and the terms that the text uses. */
  cacheKey(text: string): string;
}

const formalityInstructions = {
  free: '',
  formal: 'Address the reader formally.',
  informal: 'Address the reader informally.',
} as const satisfies Record<Formality, string>;

export async function readPromptStyle(queries: Queries, locale: Locale): Promise<PromptStyle> {
  const [row] = await queries.select().from(glossary).where(eq(glossary.locale, locale));
  const { terms = [], style: styleNote = '', address = 'free' } = row ?? {};
  const style = [formalityInstructions[address], styleNote].filter(Boolean).join(' ');
  const findTerms = (text: string) => terms.filter((term) => isUsed(term, text));
  return {
    terms,
    style,
    findTerms,
    cacheKey(text) {
      const digest = createHash('sha256')
        .update(JSON.stringify([findTerms(text), style]))
        .digest('hex')
        .slice(0, 12);
      return `${instructionsVersion}/${digest}`;
    },
  };
}

export function createMemoryKey(
  options: Omit<MemoryKey, 'cacheKey'>,
  { cacheKey }: PromptStyle,
  blocks: readonly TranslationBlock[],
): MemoryKey {
  const keys = new Map(blocks.map(({ hash, text }) => [hash, cacheKey(text)]));
  return { ...options, cacheKey: (hash) => keys.get(hash) ?? '' };
}

function isUsed({ source }: GlossaryTerm, text: string): boolean {
  return plainBlockText(text).toLowerCase().includes(source.toLowerCase());
}
