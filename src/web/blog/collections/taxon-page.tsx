import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { splitLocale } from '#i18n/localized-path.ts';
import { PageLayout } from '../../layout/page-layout.tsx';
import { categoryPath, tagPath } from '../../paths.ts';
import { notFound, requireKnownLocale } from '../../requests/not-found.ts';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { loadPostPage, toPageMetadata } from './load-post-page.ts';
import { PostCollection } from './post-collection.tsx';

/** Of a category or a tag. */
export async function loader(args: LoaderFunctionArgs) {
  requireKnownLocale(args);
  const { request, params, context } = args;
  const { locale, path } = splitLocale(new URL(request.url).pathname);
  const kind = path.startsWith('/blog/tag/') ? 'tag' : 'category';
  const { blog } = context.get(servicesContext);
  const taxon = await blog.findTaxonPage(kind, locale, params.slug ?? '');
  if (!taxon) throw notFound(args);
  const { slug, name, description } = taxon;
  const toPath = kind === 'tag' ? tagPath : categoryPath;
  const postPage = await loadPostPage(args, toPath(slug), { [kind]: slug });
  return { name, description, postPage, ...toPageMetadata(postPage, taxon.locales, locale) };
}

export default function TaxonPage() {
  const t = useTranslator();
  const { name, description, postPage, page, view } = useLoaderData<typeof loader>();
  return (
    <PageLayout
      kind="CollectionPage"
      page={page}
      view={view}
      title={
        postPage.page > 1
          ? t('blog.taxon.title_page', { name, page: postPage.page })
          : t('blog.taxon.title', { name })
      }
      description={description ?? t('blog.taxon.description', { name })}
      name={name}
      between={[{ name: t('nav.blog'), page: '/blog' }]}
      heading={name}
      intro={description}
    >
      <PostCollection {...postPage} empty={t('blog.taxon.empty')} />
    </PageLayout>
  );
}
