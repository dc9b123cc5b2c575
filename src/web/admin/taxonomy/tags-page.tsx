import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { PageHandle } from '../../root.tsx';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { adminApi } from '../admin-api.ts';
import { requireSession } from '../authorize.ts';
import { sortTaxa, type TaxonInput } from './taxon.ts';
import { TaxonomyPage } from './taxonomy-page.tsx';

export const handle: PageHandle = { bundle: 'admin' };

export async function loader({ context }: LoaderFunctionArgs) {
  const { user, session } = requireSession(context);
  const tags = await context.get(servicesContext).taxonomy.listTags();
  return { tags: sortTaxa(tags, user.locale), expiresAt: session.expiresAt.getTime() };
}

// TaxonomyPage updates its own list.
export const shouldRevalidate = () => false;

const api = {
  create: ({ names, slug }: TaxonInput) => adminApi.tags.create({ names, slug }),
  update: (id: string, { names, slug }: TaxonInput) => adminApi.tags.update(id, { names, slug }),
  delete: adminApi.tags.delete,
};

export default function TagsPage() {
  const t = useTranslator();
  const { tags, expiresAt } = useLoaderData<typeof loader>();
  return (
    <TaxonomyPage
      kind="tags"
      taxa={tags}
      expiresAt={expiresAt}
      messages={{
        title: t('admin.nav.tags'),
        intro: t('admin.taxonomy.tags_intro'),
        add: t('admin.taxonomy.add_tag'),
        empty: t('admin.taxonomy.no_tags'),
        deleteText: (count) => t('admin.taxonomy.remove_tag', { count }),
      }}
      api={api}
    />
  );
}
