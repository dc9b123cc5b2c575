import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { PageHandle } from '../root.tsx';
import { servicesContext } from '../services.ts';
import { useTranslator } from '../translation.tsx';
import { AdminPage } from './admin-page.tsx';
import { requireSignedIn } from './admit.ts';
import { useKeptSession } from './use-kept-session.ts';

export const handle: PageHandle = { words: 'admin' };

export function loader({ context }: LoaderFunctionArgs) {
  const { user, session } = requireSignedIn(context);
  const managesPeople = context.get(servicesContext).accounts.allows(user, 'people.manage');
  return { managesPeople, expiresAt: session.expiresAt.getTime() };
}

export default function BlogAdminPage() {
  const t = useTranslator();
  const { managesPeople, expiresAt } = useLoaderData<typeof loader>();
  useKeptSession(expiresAt);
  return (
    <AdminPage
      path="/admin/blog"
      title={t('admin.blog.title')}
      subtitle={t('admin.blog.subtitle')}
      managesPeople={managesPeople}
    >
      <div className="mt-8 rounded-3xl border border-line bg-surface px-6 py-16 text-center">
        <h2 className="text-xl font-bold">{t('admin.blog.empty.title')}</h2>
        <p className="mt-2 text-muted">{t('admin.blog.empty.text')}</p>
      </div>
    </AdminPage>
  );
}
