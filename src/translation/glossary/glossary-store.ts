import { count, desc, eq, inArray, sql } from 'drizzle-orm';
import { readTokensUsedToday } from '#ai/token-budget.ts';
import type { Database } from '#database/database.ts';
import { glossary, translationBlock, translationRun, translationTask } from '#database/schema.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import type { GlossaryStore, RunTokenUsage, StoredStyleGuide, StyleGuide } from '../contract.ts';

const maxRuns = 20;

interface GlossaryStoreOptions {
  database: Pick<Database, 'query'>;
  dailyTokens: number;
  now(): number;
}

export function createGlossaryStore({
  database: { query },
  dailyTokens,
  now,
}: GlossaryStoreOptions): GlossaryStore {
  async function listStyleGuides(): Promise<StoredStyleGuide[]> {
    const rows = await query.select().from(glossary);
    const counts = await query
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

  async function saveStyleGuide(
    locale: Locale,
    { address, style, terms }: StyleGuide,
  ): Promise<StoredStyleGuide> {
    const row = { address, style, terms, updatedAt: new Date(now()) };
    await query
      .insert(glossary)
      .values({ locale, ...row })
      .onConflictDoUpdate({ target: glossary.locale, set: row });
    const saved = (await listStyleGuides()).find((guide) => guide.locale === locale);
    if (!saved) throw new Error('the saved style guide is missing');
    return saved;
  }

  async function listRuns(): Promise<RunTokenUsage[]> {
    const rows = await query
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
    const tasks =
      rows.length === 0
        ? []
        : await query
            .select({ runId: translationTask.runId, locale: translationTask.locale })
            .from(translationTask)
            .where(
              inArray(
                translationTask.runId,
                rows.map(({ id }) => id),
              ),
            );
    return rows.map(({ at, from, ...run }) => ({
      ...run,
      source_locale: from as Locale,
      created_at: at.toISOString(),
      locales: locales.filter((locale) =>
        tasks.some((task) => task.runId === run.id && task.locale === locale),
      ),
    }));
  }

  return {
    listStyleGuides,
    saveStyleGuide,
    async readTokenUsage() {
      const tokens = await readTokensUsedToday(query, now());
      return { today: { tokens, budget: dailyTokens }, runs: await listRuns() };
    },
  };
}
