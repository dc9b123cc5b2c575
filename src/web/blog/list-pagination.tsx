import { useTranslator } from '../translation.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { type ListFilters, listPath } from './list-filters.ts';

export function ListPagination({
  asked,
  pages,
  onPage,
}: {
  asked: ListFilters;
  pages: number;
  onPage: (page: number) => void;
}) {
  const t = useTranslator();
  return (
    <Pagination
      current={asked.page}
      pages={pages}
      words={{
        label: t('blog.list.pages'),
        previous: t('blog.list.previous'),
        next: t('blog.list.next'),
        page: (page) => t('blog.list.page', { page }),
      }}
      hrefOf={(page) => listPath(t.locale, { ...asked, page })}
      onPage={onPage}
    />
  );
}
