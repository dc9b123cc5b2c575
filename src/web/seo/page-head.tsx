import { useRouteLoaderData } from 'react-router';
import { localizedPath } from '#i18n/localized-path.ts';
import type { loader as rootLoader } from '../root.tsx';
import { useTranslator } from '../translation.tsx';
import { type Article, articleData } from './article-data.ts';
import { feedFormats, feedPath, feeds } from './feed-addresses.ts';
import { manifestPath } from './manifest.ts';
import { OpenGraph } from './open-graph.tsx';
import { alternatesOf, type PagePlace, pageAddresses, sectionOf } from './page-addresses.ts';
import { pageImage, postImage } from './share-image.ts';
import { homeData, type SubPage, subPageData, writeStructuredData } from './structured-data.ts';

interface PageFacts {
  page: PagePlace;
  title: string;
  description: string;
  /** What a page below the start page is, and the way to it; null for the start page itself. */
  subPage: Pick<SubPage, 'kind' | 'trail'> | null;
  /** Where it is one view of the page among several. */
  view?: PageView | null;
  /** Where it is the page of a post. */
  article?: Article | null;
}

/** A part of a page at an address of its own. No other language is known to have the same. */
export interface PageView {
  /** What its canonical address has after the page's path, with the question mark; empty where the page stands for it. */
  query: string;
  /** Whether search engines may list it. */
  isListed: boolean;
}

/**
 * What a public page tells search engines, and the networks its link is shared on. React moves it into the head.
 * Only the server writes more than the title: no browser needs the rest, so none loads the code for it.
 */
export function PageHead(facts: PageFacts) {
  return (
    <>
      <title>{facts.title}</title>
      {import.meta.env.SSR && <SharedFacts {...facts} />}
    </>
  );
}

function SharedFacts({ page, title, description, subPage, view = null, article = null }: PageFacts) {
  const t = useTranslator();
  const root = useRouteLoaderData<typeof rootLoader>('root');
  if (!root) throw new Error('the root loader gave nothing');
  const { publicOrigin } = root;
  const addresses = pageAddresses(page, t.locale, publicOrigin);
  const canonical = addresses.own.url + (view?.query ?? '');
  const robots = view?.isListed === false ? 'noindex, follow' : article ? 'max-image-preview:large' : null;
  return (
    <>
      {description && <meta name="description" content={description} />}
      {robots && <meta name="robots" content={robots} />}
      <link rel="canonical" href={canonical} />
      {!view &&
        alternatesOf(addresses).map(({ hrefLang, url }) => (
          <link key={hrefLang} rel="alternate" hrefLang={hrefLang} href={url} />
        ))}
      {sectionOf(page) === '/blog' && <FeedLinks />}
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href={localizedPath(t.locale, manifestPath)} />
      <OpenGraph
        url={canonical}
        title={title}
        description={description}
        translations={view ? [] : addresses.languages.map(({ locale }) => locale)}
        image={article ? postImage(article.post, publicOrigin) : pageImage(t, publicOrigin)}
        article={article}
      />
      <script type="application/ld+json">{writeStructuredData(structuredData())}</script>
    </>
  );

  function structuredData() {
    if (!subPage) return homeData(t, publicOrigin);
    if (article && typeof page !== 'string') {
      return articleData(t, publicOrigin, { ...article, place: page, description, trail: subPage.trail });
    }
    const query = view?.query ?? '';
    return subPageData(t, publicOrigin, { page, title, description, query, ...subPage });
  }
}

/** The feeds of the page's own language. */
function FeedLinks() {
  const t = useTranslator();
  return feedFormats.map((format) => (
    <link
      key={format}
      rel="alternate"
      type={feeds[format].type}
      title={`${t('machine.blog')} (${feeds[format].name})`}
      href={feedPath(t.locale, format)}
    />
  ));
}
