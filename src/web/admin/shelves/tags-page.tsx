import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { PageHandle } from '../../root.tsx';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translation.tsx';
import { requireSignedIn } from '../admit.ts';
import { deskClient } from '../desk-client.ts';
import { type ShelfInput, sortShelves } from './shelf.ts';
import { ShelvesPage } from './shelves-page.tsx';

export const handle: PageHandle = { words: 'admin' };

export async function loader({ context }: LoaderFunctionArgs) {
  const { user, session } = requireSignedIn(context);
  const tags = await context.get(servicesContext).shelves.listTags();
  return { tags: sortShelves(tags, user.locale), expiresAt: session.expiresAt.getTime() };
}

/** The page keeps its list itself. */
export const shouldRevalidate = () => false;

const calls = {
  create: ({ names, slug }: ShelfInput) => deskClient.tags.create({ names, slug }),
  change: (id: string, { names, slug }: ShelfInput) => deskClient.tags.change(id, { names, slug }),
  remove: deskClient.tags.remove,
};

export default function TagsPage() {
  const t = useTranslator();
  const { tags, expiresAt } = useLoaderData<typeof loader>();
  return (
    <ShelvesPage
      kind="tags"
      shelves={tags}
      expiresAt={expiresAt}
      words={{
        title: t('admin.nav.tags'),
        intro: t('admin.shelves.tags_intro'),
        add: t('admin.shelves.add_tag'),
        empty: t('admin.shelves.no_tags'),
        removeText: (count) => t('admin.shelves.remove_tag', { count }),
      }}
      calls={calls}
    />
  );
}
