import type { BlogReader, Post } from '#blog/contract.ts';
import type { Locale } from '#i18n/locales.ts';

// Bounds the search in a blog with few translations.
const maxPages = 5;

/** The newest posts with a text in their own language, up to `count`. */
export async function listNewestTranslated(
  blog: Pick<BlogReader, 'listPostsWithContent'>,
  locale: Locale,
  count: number,
): Promise<Post[]> {
  const found: Post[] = [];
  for (let page = 1; page <= maxPages && found.length < count; page += 1) {
    const query = { locale, page, pageSize: count, search: '', category: '', tag: '' };
    const { posts, totalPosts } = await blog.listPostsWithContent(query);
    found.push(...posts.filter(({ text_locale }) => text_locale === undefined));
    if (page * count >= totalPosts) break;
  }
  return found.slice(0, count);
}
