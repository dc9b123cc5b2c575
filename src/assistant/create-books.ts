import { count, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#database/connect.ts';
import { glossary, translationBlock, translationRun, translationTask } from '#database/schema.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import type { KeptStyle, LanguageStyle, SpentRun, TranslationBooks } from './contract.ts';
import { tokensOfDay } from './meter-calls.ts';

/** Runs that are listed. */
const runsMax = 20;

interface BooksOptions {
  database: Pick<Database, 'query'>;
  dailyTokens: number;
  /** Milliseconds since 1970. */
  now(): number;
}

export function createBooks({ database: { query }, dailyTokens, now }: BooksOptions): TranslationBooks {
  async function listStyles(): Promise<KeptStyle[]> {
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

  async function saveStyle(locale: Locale, { address, style, terms }: LanguageStyle): Promise<KeptStyle> {
    const row = { address, style, terms, updatedAt: new Date(now()) };
    await query
      .insert(glossary)
      .values({ locale, ...row })
      .onConflictDoUpdate({ target: glossary.locale, set: row });
    const kept = (await listStyles()).find((one) => one.locale === locale);
    if (!kept) throw new Error('a style that was kept is gone');
    return kept;
  }

  async function listRuns(): Promise<SpentRun[]> {
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
      .limit(runsMax);
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
    listStyles,
    saveStyle,
    async spending() {
      const tokens = await tokensOfDay(query, now());
      return { today: { tokens, budget: dailyTokens }, runs: await listRuns() };
    },
  };
}
