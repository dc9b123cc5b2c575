import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { PageHandle } from '../../root.tsx';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translation.tsx';
import { requireSignedIn } from '../admit.ts';
import { deskClient } from '../desk-client.ts';
import { sortShelves } from './shelf.ts';
import { ShelvesPage } from './shelves-page.tsx';

export const handle: PageHandle = { words: 'admin' };

export async function loader({ context }: LoaderFunctionArgs) {
  const { user, session } = requireSignedIn(context);
  const categories = await context.get(servicesContext).shelves.listCategories();
  return { categories: sortShelves(categories, user.locale), expiresAt: session.expiresAt.getTime() };
}

/** The page keeps its list itself. */
export const shouldRevalidate = () => false;

export default function CategoriesPage() {
  const t = useTranslator();
  const { categories, expiresAt } = useLoaderData<typeof loader>();
  return (
    <ShelvesPage
      kind="categories"
      shelves={categories}
      expiresAt={expiresAt}
      words={{
        title: t('admin.nav.categories'),
        intro: t('admin.shelves.categories_intro'),
        add: t('admin.shelves.add_category'),
        empty: t('admin.shelves.no_categories'),
        removeText: (count) => t('admin.shelves.remove_category', { count }),
      }}
      calls={deskClient.categories}
    />
  );
}
