import { eq } from 'drizzle-orm';
import type { Database } from '#database/database.ts';
import { translationRun } from '#database/schema.ts';
import { type Locale, localeTags } from '#i18n/locales.ts';
import { variedPosts } from '#translation/fixtures/varied-posts.ts';
import { outline } from './outline.ts';

export const variedTexts = variedPosts;

export async function countRuns({ query }: Pick<Database, 'query'>, postId: string): Promise<number> {
  const rows = await query.select().from(translationRun).where(eq(translationRun.postId, postId));
  return rows.length;
}

/** Structure without what differs by language: its name, and the targets of internal links. */
export function renderStructure(html: string, locale: Locale): string {
  const links = html.replace(/ href="\/(?:(?:es|pt|fr|de|it|zh|vi|id|th)(?=[/"])\/?)?/g, ' href="/');
  return outline(links.replaceAll(`lang="${localeTags[locale]}"`, 'lang="own"'));
}
