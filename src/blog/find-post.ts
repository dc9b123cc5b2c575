import { and, eq } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { post, slugHistory } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import type { FoundPost } from './contract.ts';
import { publishedIn } from './published-posts.ts';
import { readFullPosts } from './read-posts.ts';
import { storable } from './search-words.ts';

/** By the slug it has now, or by one it had: that leads to the one it has now. */
export async function findPost(queries: Queries, locale: Locale, slug: string): Promise<FoundPost> {
  const asKept = storable(slug);
  const [row] = await queries
    .select({ id: post.id })
    .from(post)
    .where(and(publishedIn(locale), eq(post.slug, asKept)));
  const [found] = row ? await readFullPosts(queries, [row.id]) : [];
  if (found) return { kind: 'post', post: found };

  const [moved] = await queries
    .select({ slug: post.slug })
    .from(slugHistory)
    .innerJoin(post, eq(post.id, slugHistory.postId))
    .where(and(eq(slugHistory.locale, locale), eq(slugHistory.slug, asKept), publishedIn(locale)));
  return moved ? { kind: 'moved', slug: moved.slug } : { kind: 'missing' };
}
