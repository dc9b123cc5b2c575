import { useTranslator } from '../translation.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { type PostFilters, postListPath } from './list-filters.ts';

export function PostListPagination({
  appliedFilters,
  pages,
  onPage,
}: {
  appliedFilters: PostFilters;
  pages: number;
  onPage: (page: number) => void;
}) {
  const t = useTranslator();
  return (
    <Pagination
      current={appliedFilters.page}
      pages={pages}
      messages={{
        label: t('blog.list.pages'),
        previous: t('blog.list.previous'),
        next: t('blog.list.next'),
        page: (page) => t('blog.list.page', { page }),
      }}
      getHref={(page) => postListPath(t.locale, { ...appliedFilters, page })}
      onPage={onPage}
    />
  );
}
