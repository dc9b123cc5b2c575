import type {
  AboutPage,
  Blog,
  BreadcrumbList,
  CollectionPage,
  ContactPage,
  FAQPage,
  Graph,
  Organization,
  Question,
  Thing,
  WebApplication,
  WebPage,
} from 'schema-dts';
import { type Locale, localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import type { Translator } from '#i18n/translate.ts';
import { faqQuestions } from '../pages/faq-questions.ts';
import { type PagePlace, pageAddresses } from './page-addresses.ts';

export type StructuredData = Graph;

/** What the start page is: the application, and the questions it answers in sight. */
export function homeData(t: Translator, publicOrigin: string): StructuredData {
  const url = publicOrigin + localizedPath(t.locale, '/');
  const inLanguage = localeTags[t.locale];
  // No aggregateRating: nobody can rate here, so the figure on the page has nothing behind it that could be checked.
  const application: WebApplication = {
    '@type': 'WebApplication',
    '@id': `${url}#application`,
    name: t('brand.name'),
    url,
    description: t('home.description'),
    inLanguage,
    image: `${publicOrigin}/icon-512.png`,
    applicationCategory: 'MultimediaApplication',
    operatingSystem: 'Any',
    isAccessibleForFree: true,
    offers: { '@type': 'Offer', price: 0, priceCurrency: 'USD' },
  };
  const questions: FAQPage = {
    '@type': 'FAQPage',
    '@id': `${url}#faq`,
    url,
    inLanguage,
    mainEntity: faqQuestions.map(
      ({ question, answer }): Question => ({
        '@type': 'Question',
        name: t(question),
        acceptedAnswer: { '@type': 'Answer', text: t(answer) },
      }),
    ),
  };
  return graphOf(application, questions);
}

export interface SubPage {
  kind: 'AboutPage' | 'CollectionPage' | 'ContactPage' | 'WebPage';
  page: PagePlace;
  title: string;
  description: string;
  /** As the visible breadcrumbs name them, the start page first and the page itself last. */
  trail: readonly { name: string; page: PagePlace }[];
  /** What its address has after the path, with the question mark. */
  query?: string;
}

/** What a page below the start page is, and the way to it. */
export function subPageData(t: Translator, publicOrigin: string, subPage: SubPage): StructuredData {
  const addressOf = (page: PagePlace) => pageAddresses(page, t.locale, publicOrigin).own.url;
  const url = addressOf(subPage.page) + (subPage.query ?? '');
  const page: AboutPage | CollectionPage | ContactPage | WebPage = {
    '@type': subPage.kind,
    '@id': url,
    url,
    name: subPage.title,
    description: subPage.description,
    inLanguage: localeTags[t.locale],
    breadcrumb: { '@id': `${url}#breadcrumbs` },
  };
  const breadcrumbs = breadcrumbsOf(
    url,
    subPage.trail.map(({ name, page }) => ({ name, url: addressOf(page) })),
  );
  return subPage.kind === 'CollectionPage'
    ? graphOf(page, breadcrumbs, blogOf(t, publicOrigin))
    : graphOf(page, breadcrumbs);
}

/** The way to the page at `url`, itself last. */
export function breadcrumbsOf(url: string, trail: readonly { name: string; url: string }[]): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    '@id': `${url}#breadcrumbs`,
    itemListElement: trail.map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: step.name,
      item: step.url,
    })),
  };
}

/** All posts of one language. */
function blogOf(t: Translator, publicOrigin: string): Blog {
  const url = publicOrigin + localizedPath(t.locale, '/blog');
  return {
    '@type': 'Blog',
    '@id': blogId(t.locale, publicOrigin),
    url,
    name: t('machine.blog'),
    description: t('blog.list.description'),
    inLanguage: localeTags[t.locale],
    publisher: publisherOf(t, publicOrigin),
  };
}

export function blogId(locale: Locale, publicOrigin: string): string {
  return `${publicOrigin}${localizedPath(locale, '/blog')}#blog`;
}

/** Who stands for everything here. */
export function publisherOf(t: Translator, publicOrigin: string): Organization {
  return {
    '@type': 'Organization',
    '@id': `${publicOrigin}/#organization`,
    name: t('brand.name'),
    url: `${publicOrigin}/`,
    logo: { '@type': 'ImageObject', url: `${publicOrigin}/icon-512.png`, width: '512', height: '512' },
  };
}

export function graphOf(...things: Thing[]): StructuredData {
  return { '@context': 'https://schema.org', '@graph': things };
}

/** For the inside of a script element: no text in it can end the element or open another. */
export function writeStructuredData(graph: StructuredData): string {
  return JSON.stringify(graph).replaceAll('<', '\\u003c');
}
