import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { type LegalSlug, legalSlugs } from '#blog/page-contract.ts';
import { localizedPath, splitLocale } from '#i18n/localized-path.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { SiteFrame } from '../../layout/site-frame.tsx';
import type { PageHandle } from '../../rendering/page-handle.ts';
import { notFound, postNotFound, redirectToSlug, requireKnownLocale } from '../../requests/not-found.ts';
import { PageHead } from '../../seo/page-head.tsx';
import { toTranslatedPage } from '../../seo/page-urls.ts';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { prepareStaticPost } from '../render-post-content.ts';
import { CustomPageBody } from './custom-page-body.tsx';

export const handle: PageHandle = { bundle: 'blog', entry: 'post' };

/** Throws 301 for an old slug, 302 to a text of the home page that no page replaces, and 404. */
export async function loader(args: LoaderFunctionArgs) {
  requireKnownLocale(args);
  const { request, params, context } = args;
  const { blog } = context.get(servicesContext);
  const { locale } = splitLocale(new URL(request.url).pathname);
  const { slug = '' } = params;
  const lookup = await blog.findPage(locale, slug);
  if (lookup.kind === 'moved') throw redirectToSlug(request, 'page', lookup.slug);
  if (lookup.kind === 'missing') {
    if (legalSlugs.includes(slug as LegalSlug)) throw redirect(`${localizedPath(locale, '/')}#${slug}`, 302);
    const { translations } = lookup;
    throw translations.length > 0 ? postNotFound(args, 'page', translations) : notFound(args);
  }
  const { text_locale } = lookup.post;
  const post = await prepareStaticPost(context, lookup.post, [], serverTranslator(text_locale ?? locale));
  // An untranslated page shows another language's text, so it is not linked to the translations.
  const translations =
    text_locale === undefined
      ? lookup.translations.filter(({ isTranslated }) => isTranslated)
      : [{ locale, slug: post.slug, source_locale: locale }];
  return { post, translatedPage: toTranslatedPage(translations, 'page') };
}

/** Rendered on the server only; `entries/post.ts` makes it work in the browser. */
export default function CustomPage() {
  const t = useTranslator();
  const { post, translatedPage } = useLoaderData<typeof loader>();
  const trail = [
    { name: t('nav.home'), page: '/' },
    { name: post.title, page: translatedPage },
  ] as const;
  return (
    <>
      <PageHead
        page={translatedPage}
        title={post.seo_title || post.title}
        description={post.seo_description || post.excerpt}
        subPage={{ kind: 'WebPage', trail }}
        customPage={post}
      />
      <SiteFrame page={translatedPage}>
        <CustomPageBody post={post} />
      </SiteFrame>
    </>
  );
}
