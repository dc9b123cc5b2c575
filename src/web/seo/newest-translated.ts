import type { BlogReader, Post } from '#blog/contract.ts';
import type { Locale } from '#i18n/locales.ts';

/** So many pages in a row without a single translation are no reason to read the whole blog. */
const pagesMax = 5;

/** The newest posts that stand in the words of their language, `count` of them where there are as many. */
export async function newestTranslated(
  blog: Pick<BlogReader, 'listFullPosts'>,
  locale: Locale,
  count: number,
): Promise<Post[]> {
  const found: Post[] = [];
  for (let page = 1; page <= pagesMax && found.length < count; page += 1) {
    const query = { locale, page, pageSize: count, search: '', category: '', tag: '' };
    const { posts, totalPosts } = await blog.listFullPosts(query);
    found.push(...posts.filter(({ text_locale }) => text_locale === undefined));
    if (page * count >= totalPosts) break;
  }
  return found.slice(0, count);
}
