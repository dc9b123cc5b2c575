import { eq } from 'drizzle-orm';
import { variedPosts } from '#assistant/fixtures/varied-posts.ts';
import type { Database } from '#database/connect.ts';
import { translationRun } from '#database/schema.ts';
import { type Locale, localeTags } from '#i18n/locales.ts';
import { outline } from './outline.ts';

/** Posts of every kind, each in a language of its own. */
export const variedTexts = variedPosts;

/** How many runs a post has ever had. */
export async function runsOf({ query }: Pick<Database, 'query'>, postId: string): Promise<number> {
  const rows = await query.select().from(translationRun).where(eq(translationRun.postId, postId));
  return rows.length;
}

/** The structure without what is another in each language: its name, and where links to our own pages lead. */
export function frameOf(html: string, locale: Locale): string {
  const links = html.replace(/ href="\/(?:(?:es|pt|fr|de|it|zh|vi|id|th)(?=[/"])\/?)?/g, ' href="/');
  return outline(links.replaceAll(`lang="${localeTags[locale]}"`, 'lang="own"'));
}
