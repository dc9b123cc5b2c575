import { useRouteLoaderData } from 'react-router';
import type { Locale } from '#i18n/locales.ts';
import type { loader as rootLoader } from '../root.tsx';
import { useTranslator } from '../translation.tsx';
import { alternatesOf, type PagePlace, pageAddresses } from './page-addresses.ts';
import { homeData, type SubPage, subPageData, writeStructuredData } from './structured-data.ts';

/** Open Graph wants a country with each language: the one whose usage our texts follow. */
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

interface PageFacts {
  page: PagePlace;
  title: string;
  description: string;
  /** What a page below the start page is, and the way to it; null for the start page itself. */
  subPage: Pick<SubPage, 'kind' | 'trail'> | null;
  /** Where it is one view of the page among several. */
  view?: PageView | null;
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

function SharedFacts({ page, title, description, subPage, view = null }: PageFacts) {
  const t = useTranslator();
  const root = useRouteLoaderData<typeof rootLoader>('root');
  if (!root) throw new Error('the root loader gave nothing');
  const { publicOrigin } = root;
  const addresses = pageAddresses(page, t.locale, publicOrigin);
  const canonical = addresses.own.url + (view?.query ?? '');
  const alternates = view ? [] : alternatesOf(addresses);
  const structuredData = subPage
    ? subPageData(t, publicOrigin, { page, title, description, ...subPage })
    : homeData(t, publicOrigin);
  return (
    <>
      {description && <meta name="description" content={description} />}
      {view?.isListed === false && <meta name="robots" content="noindex, follow" />}
      <link rel="canonical" href={canonical} />
      {alternates.map(({ hrefLang, url }) => (
        <link key={hrefLang} rel="alternate" hrefLang={hrefLang} href={url} />
      ))}
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={t('brand.name')} />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:url" content={canonical} />
      <meta property="og:locale" content={openGraphLocales[t.locale]} />
      {addresses.languages
        .filter(({ locale }) => locale !== t.locale)
        .map(({ locale }) => (
          <meta key={locale} property="og:locale:alternate" content={openGraphLocales[locale]} />
        ))}
      <meta property="og:image" content={`${publicOrigin}/og/${t.locale}.png`} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={`${t('brand.name')}: ${t('hero.heading')}`} />
      <meta name="twitter:card" content="summary_large_image" />
      <script type="application/ld+json">{writeStructuredData(structuredData)}</script>
    </>
  );
}
