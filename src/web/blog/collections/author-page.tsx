import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { localizedPath, splitLocale } from '#i18n/localized-path.ts';
import { PageLayout } from '../../layout/page-layout.tsx';
import { authorPath } from '../../paths.ts';
import { notFound, requireKnownLocale } from '../../requests/not-found.ts';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { AuthorImage } from '../../ui/post/author-image.tsx';
import { loadPostPage, toPageMetadata } from './load-post-page.ts';
import { PostCollection } from './post-collection.tsx';

/** Throws 301 for a former slug, and 404 for an author who shows no name. */
export async function loader(args: LoaderFunctionArgs) {
  requireKnownLocale(args);
  const { request, params, context } = args;
  const { pathname, search } = new URL(request.url);
  const { locale } = splitLocale(pathname);
  const lookup = await context.get(servicesContext).blog.findAuthor(locale, params.slug ?? '');
  if (lookup.kind === 'moved') throw redirect(localizedPath(locale, authorPath(lookup.slug)) + search, 301);
  if (lookup.kind === 'missing') throw notFound(args);
  const { author } = lookup;
  const postPage = await loadPostPage(args, authorPath(author.slug), { author: author.slug });
  return { author, postPage, ...toPageMetadata(postPage, author.locales, locale) };
}

export default function AuthorPage() {
  const t = useTranslator();
  const { author, postPage, page, view } = useLoaderData<typeof loader>();
  const { name, bio, image } = author;
  return (
    <PageLayout
      kind="ProfilePage"
      person={{ name, bio, image: image?.src ?? null }}
      page={page}
      view={view}
      title={
        postPage.page > 1
          ? t('blog.author.title_page', { name, page: postPage.page })
          : t('blog.author.title', { name })
      }
      description={bio ?? t('blog.author.description', { name })}
      name={name}
      between={[{ name: t('nav.blog'), page: '/blog' }]}
      image={
        image && (
          <AuthorImage
            src={image.src}
            srcSet={image.srcset}
            sizes="7rem"
            width={112}
            height={112}
            className="mt-4 size-28"
          />
        )
      }
      heading={name}
      intro={bio}
    >
      <PostCollection {...postPage} empty={t('blog.author.empty', { name })} />
    </PageLayout>
  );
}
