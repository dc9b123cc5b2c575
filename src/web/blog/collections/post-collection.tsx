import { localizedPath } from '#i18n/localized-path.ts';
import { useTranslator } from '../../translator.tsx';
import { Pagination } from '../../ui/list/pagination.tsx';
import { PostGrid } from '../list/post-list.tsx';
import { type PostPage, pageQuery } from './load-post-page.ts';

/** Cards and page links, without scripts. */
export function PostCollection({ path, page, pages, posts, empty }: PostPage & { empty: string }) {
  const t = useTranslator();
  return (
    <section
      aria-label={t('blog.list.posts')}
      className="turn turn-start turn-last px-5 py-12 sm:px-12 sm:py-16"
    >
      {posts.length > 0 ? <PostGrid posts={posts} /> : <p className="text-lg text-muted">{empty}</p>}
      <Pagination
        current={page}
        pages={pages}
        messages={{
          label: t('blog.list.pages'),
          previous: t('blog.list.previous'),
          next: t('blog.list.next'),
          page: (number) => t('blog.list.page', { page: number }),
        }}
        getHref={(number) => localizedPath(t.locale, path) + pageQuery(number)}
      />
    </section>
  );
}
