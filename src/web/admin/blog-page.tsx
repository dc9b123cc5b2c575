import Plus from 'lucide-react/icons/plus';
import { useRef } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { DeskPost } from '#desk/contract.ts';
import { BlogQueries } from '../blog/query-client.tsx';
import type { PageHandle } from '../root.tsx';
import { useTranslator } from '../translation.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { AdminPage } from './admin-page.tsx';
import { deskPath } from './list/desk-filters.ts';
import { DeskForm, deskSearchId } from './list/desk-form.tsx';
import { DeskResults } from './list/desk-results.tsx';
import { loadDeskList } from './list/load-desk-list.ts';
import { deskKey, toListed, useDeskList } from './list/use-desk-list.ts';
import { useRemoval } from './list/use-removal.tsx';
import { useKeptSession } from './use-kept-session.ts';

export const handle: PageHandle = { words: 'admin' };

export function loader(args: LoaderFunctionArgs) {
  return loadDeskList(args);
}

/** In an open page the cache asks for what another address lists. */
export const shouldRevalidate = () => false;

export default function BlogAdminPage() {
  const { asked, list, expiresAt } = useLoaderData<typeof loader>();
  useKeptSession(expiresAt);
  return (
    <BlogQueries seeds={[{ key: deskKey(asked), data: toListed(asked, list) }]}>
      <DeskList />
    </BlogQueries>
  );
}

function DeskList() {
  const t = useTranslator();
  const { pageSize, userId, mayPublish, mayDelete } = useLoaderData<typeof loader>();
  const list = useDeskList(pageSize);
  const top = useRef<HTMLElement>(null);
  const removal = useRemoval(list, top, mayDelete);
  const { asked, wanted } = list;
  const mayChange = (post: DeskPost) =>
    mayPublish || (post.author_id === userId && post.status !== 'published');

  const turnTo = (page: number) => {
    list.choose({ page });
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: 'start' });
  };
  const clear = () => {
    list.choose({ search: '', status: '' });
    document.getElementById(deskSearchId)?.focus();
  };

  return (
    <AdminPage
      path="/admin/blog"
      title={t('admin.blog.title')}
      subtitle={t('admin.blog.subtitle')}
      actions={
        <a href={`/admin/blog/new?locale=${asked.locale}`} className={buttonClass()}>
          <Plus aria-hidden="true" className="size-5" />
          {t('admin.blog.new')}
        </a>
      }
    >
      <div className="mt-8">
        <DeskForm wanted={wanted} onSearch={list.search} onChoose={list.choose} />
      </div>
      <DeskResults list={list} top={top} mayChange={mayChange} onRemove={removal.ask} onClear={clear} />
      <Pagination
        current={asked.page}
        pages={list.pages}
        words={{
          label: t('admin.blog.pages'),
          previous: t('admin.blog.previous'),
          next: t('admin.blog.next'),
          page: (page) => t('admin.blog.page', { page }),
        }}
        hrefOf={(page) => deskPath({ ...asked, page })}
        onPage={turnTo}
      />
      {removal.dialog}
    </AdminPage>
  );
}
