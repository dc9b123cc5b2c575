import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { PageHandle } from '../../root.tsx';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { adminApi } from '../admin-api.ts';
import { requireSession } from '../authorize.ts';
import { sortTaxa } from './taxon.ts';
import { TaxonomyPage } from './taxonomy-page.tsx';

export const handle: PageHandle = { bundle: 'admin' };

export async function loader({ context }: LoaderFunctionArgs) {
  const { user, session } = requireSession(context);
  const categories = await context.get(servicesContext).taxonomy.listCategories();
  return { categories: sortTaxa(categories, user.locale), expiresAt: session.expiresAt.getTime() };
}

// TaxonomyPage updates its own list.
export const shouldRevalidate = () => false;

export default function CategoriesPage() {
  const t = useTranslator();
  const { categories, expiresAt } = useLoaderData<typeof loader>();
  return (
    <TaxonomyPage
      kind="categories"
      taxa={categories}
      expiresAt={expiresAt}
      messages={{
        title: t('admin.nav.categories'),
        intro: t('admin.taxonomy.categories_intro'),
        add: t('admin.taxonomy.add_category'),
        empty: t('admin.taxonomy.no_categories'),
        deleteText: (count) => t('admin.taxonomy.remove_category', { count }),
      }}
      api={adminApi.categories}
    />
  );
}
