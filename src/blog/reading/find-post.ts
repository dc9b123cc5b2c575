import { and, eq } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { post, slugHistory } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import type { PostLookup } from '../contract.ts';
import { readPosts } from '../read-posts.ts';
import { normalizeUnicode } from '../search/segment-text.ts';
import { publishedIn } from './published-posts.ts';

export async function findPost(queries: Queries, locale: Locale, slug: string): Promise<PostLookup> {
  const normalizedSlug = normalizeUnicode(slug);
  const [row] = await queries
    .select({ id: post.id })
    .from(post)
    .where(and(publishedIn(locale), eq(post.slug, normalizedSlug)));
  const [found] = row ? await readPosts(queries, [row.id]) : [];
  if (found) return { kind: 'post', post: found };

  const [moved] = await queries
    .select({ slug: post.slug })
    .from(slugHistory)
    .innerJoin(post, eq(post.id, slugHistory.postId))
    .where(and(eq(slugHistory.locale, locale), eq(slugHistory.slug, normalizedSlug), publishedIn(locale)));
  return moved ? { kind: 'moved', slug: moved.slug } : { kind: 'missing' };
}
