import { useRouteLoaderData } from 'react-router';
import type { PostSummary } from '#blog/contract.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { useAppearance } from '../appearance/appearance-context.ts';
import { authorPath } from '../paths.ts';
import { getSiteIcons } from '../site-icons.ts';
import { useTranslator } from '../translator.tsx';
import {
  type ArticleMetadata,
  articleStructuredData,
  modifiedTime,
  publishedTime,
} from './article-structured-data.ts';
import { feedFormats, feedInfo, feedPath } from './feed-formats.ts';
import { alternateLinks, getPageUrls, manifestPath, type PageLocation, toPublicPage } from './page-urls.ts';
import { pageImage, postImage, type ShareImage, shareImageSize } from './share-image.ts';
import {
  homeStructuredData,
  serializeStructuredData,
  type WebPageInfo,
  webPageStructuredData,
} from './structured-data.ts';

/** What the head needs of the data that the root route loads for every page. */
export interface RootHeadData {
  publicOrigin: string;
}

interface PageHeadProps {
  page: PageLocation;
  title: string;
  description: string;
  /** null for the home page. */
  subPage: Pick<WebPageInfo, 'kind' | 'trail' | 'person'> | null;
  view?: PageView | null;
  article?: ArticleMetadata | null;
  /** A page of the owner. */
  customPage?: PostSummary | null;
}

/** A filtered or paginated view of a page. It has its own URL and no hreflang links. */
export interface PageView {
  /** With the locale prefix; the canonical page if that isn't the page itself. */
  path?: string;
  /** The query of the canonical URL, with `?`. Empty if the page itself is canonical. */
  query: string;
  /** False for `noindex`. */
  isListed: boolean;
}

/** Only the server renders more than the title. */
export function PageHead(props: PageHeadProps) {
  return (
    <>
      <title>{props.title}</title>
      {import.meta.env.SSR && <PageMetadata {...props} />}
    </>
  );
}

function PageMetadata({
  page,
  title,
  description,
  subPage,
  view = null,
  article = null,
  customPage = null,
}: PageHeadProps) {
  const t = useTranslator();
  const root = useRouteLoaderData<RootHeadData>('root');
  if (!root) throw new Error('the root loader returned no data');
  const { publicOrigin } = root;
  const appearance = useAppearance();
  const urls = getPageUrls(page, t.locale, publicOrigin);
  const canonicalPage = view?.path === undefined ? urls.current.url : publicOrigin + view.path;
  const post = article?.post ?? customPage;
  const canonical = post?.canonical_url ?? canonicalPage + (view?.query ?? '');
  const isListed = view?.isListed !== false && !post?.noindex;
  const isCanonical = !view && !post?.canonical_url;
  const robots = !isListed ? 'noindex, follow' : post ? 'max-image-preview:large' : null;
  return (
    <>
      {description && <meta name="description" content={description} />}
      {robots && <meta name="robots" content={robots} />}
      <link rel="canonical" href={canonical} />
      {isCanonical &&
        isListed &&
        alternateLinks(urls).map(({ hrefLang, url }) => (
          <link key={hrefLang} rel="alternate" hrefLang={hrefLang} href={url} />
        ))}
      {toPublicPage(page) === '/blog' && <FeedLinks />}
      <link rel="apple-touch-icon" href={getSiteIcons(appearance.icon).touch} />
      <link rel="manifest" href={localizedPath(t.locale, manifestPath)} />
      <OpenGraph
        url={canonical}
        title={title}
        description={description}
        translations={view ? [] : urls.languages.map(({ locale }) => locale)}
        image={
          post ? postImage(post, publicOrigin, customPage ? 'page' : 'post') : pageImage(t, publicOrigin)
        }
        article={article}
        publicOrigin={publicOrigin}
      />
      <script type="application/ld+json">{serializeStructuredData(structuredData())}</script>
    </>
  );

  function structuredData() {
    if (!subPage) return homeStructuredData(t, publicOrigin, appearance);
    if (article && typeof page !== 'string') {
      const { trail } = subPage;
      const articlePage = { ...article, translatedPage: page, description, trail };
      return articleStructuredData(t, publicOrigin, articlePage, appearance);
    }
    const query = view?.query ?? '';
    const webPage = { page, title, description, query, ...subPage };
    return webPageStructuredData(t, publicOrigin, webPage, appearance);
  }
}

function FeedLinks() {
  const t = useTranslator();
  return feedFormats.map((format) => (
    <link
      key={format}
      rel="alternate"
      type={feedInfo[format].type}
      title={`${t('machine.blog')} (${feedInfo[format].name})`}
      href={feedPath(t.locale, format)}
    />
  ));
}

/** Open Graph requires a territory. */
const openGraphLocales: Record<Locale, string> = {
  en: 'en_US',
  es: 'es_ES',
  pt: 'pt_BR',
  fr: 'fr_FR',
  de: 'de_DE',
  it: 'it_IT',
  zh: 'zh_CN',
  vi: 'vi_VN',
  id: 'id_ID',
  th: 'th_TH',
};

function OpenGraph({
  url,
  title,
  description,
  translations,
  image,
  article,
  publicOrigin,
}: {
  url: string;
  title: string;
  description: string;
  translations: readonly Locale[];
  image: ShareImage;
  article: ArticleMetadata | null;
  publicOrigin: string;
}) {
  const t = useTranslator();
  const others = locales.filter((locale) => locale !== t.locale && translations.includes(locale));
  return (
    <>
      <meta property="og:type" content={article ? 'article' : 'website'} />
      <meta property="og:site_name" content={t('brand.name')} />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:url" content={url} />
      <meta property="og:locale" content={openGraphLocales[t.locale]} />
      {others.map((locale) => (
        <meta key={locale} property="og:locale:alternate" content={openGraphLocales[locale]} />
      ))}
      <meta property="og:image" content={image.url} />
      <meta property="og:image:type" content={image.type} />
      <meta property="og:image:width" content={String(shareImageSize.width)} />
      <meta property="og:image:height" content={String(shareImageSize.height)} />
      <meta property="og:image:alt" content={image.alt} />
      <meta name="twitter:card" content="summary_large_image" />
      {article && <ArticleTags article={article} publicOrigin={publicOrigin} />}
    </>
  );
}

function ArticleTags({
  article: { post },
  publicOrigin,
}: {
  article: ArticleMetadata;
  publicOrigin: string;
}) {
  return (
    <>
      <meta property="article:published_time" content={publishedTime(post)} />
      <meta property="article:modified_time" content={modifiedTime(post)} />
      {post.author && (
        <meta
          property="article:author"
          content={publicOrigin + localizedPath(post.locale, authorPath(post.author.slug))}
        />
      )}
      {post.category && <meta property="article:section" content={post.category.name} />}
      {post.tags.map(({ id, name }) => (
        <meta key={id} property="article:tag" content={name} />
      ))}
    </>
  );
}
