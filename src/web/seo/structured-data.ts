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
import type { MessageKey, Translator } from '#i18n/translator.ts';
import { getPageUrls, type PageLocation } from './page-urls.ts';

/** For both the home page and its structured data, which must match. */
export const faqQuestions = [
  { question: 'faq.free.question', answer: 'faq.free.answer' },
  { question: 'faq.install.question', answer: 'faq.install.answer' },
  { question: 'faq.quality.question', answer: 'faq.quality.answer' },
  { question: 'faq.legal.question', answer: 'faq.legal.answer' },
  { question: 'faq.verification.question', answer: 'faq.verification.answer' },
  { question: 'faq.stored.question', answer: 'faq.stored.answer' },
] as const satisfies readonly { question: MessageKey; answer: MessageKey }[];

export function homeStructuredData(t: Translator, publicOrigin: string) {
  const url = publicOrigin + localizedPath(t.locale, '/');
  const inLanguage = localeTags[t.locale];
  // No aggregateRating: users can't rate here, so the rating shown on the page is not verifiable.
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
  return toGraph(application, questions);
}

export interface WebPageInfo {
  kind: 'AboutPage' | 'CollectionPage' | 'ContactPage' | 'WebPage';
  page: PageLocation;
  title: string;
  description: string;
  trail: readonly { name: string; page: PageLocation }[];
  /** With `?`. */
  query?: string;
}

export function webPageStructuredData(t: Translator, publicOrigin: string, subPage: WebPageInfo) {
  const getUrl = (page: PageLocation) => getPageUrls(page, t.locale, publicOrigin).current.url;
  const url = getUrl(subPage.page) + (subPage.query ?? '');
  const page: AboutPage | CollectionPage | ContactPage | WebPage = {
    '@type': subPage.kind,
    '@id': url,
    url,
    name: subPage.title,
    description: subPage.description,
    inLanguage: localeTags[t.locale],
    breadcrumb: { '@id': `${url}#breadcrumbs` },
  };
  const breadcrumbs = breadcrumbList(
    url,
    subPage.trail.map(({ name, page }) => ({ name, url: getUrl(page) })),
  );
  return subPage.kind === 'CollectionPage'
    ? toGraph(page, breadcrumbs, toBlogNode(t, publicOrigin))
    : toGraph(page, breadcrumbs);
}

export function breadcrumbList(url: string, trail: readonly { name: string; url: string }[]): BreadcrumbList {
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

function toBlogNode(t: Translator, publicOrigin: string): Blog {
  const url = publicOrigin + localizedPath(t.locale, '/blog');
  return {
    '@type': 'Blog',
    '@id': blogNodeId(t.locale, publicOrigin),
    url,
    name: t('machine.blog'),
    description: t('blog.list.description'),
    inLanguage: localeTags[t.locale],
    publisher: publisherNode(t, publicOrigin),
  };
}

export function blogNodeId(locale: Locale, publicOrigin: string): string {
  return `${publicOrigin}${localizedPath(locale, '/blog')}#blog`;
}

export function publisherNode(t: Translator, publicOrigin: string): Organization {
  return {
    '@type': 'Organization',
    '@id': `${publicOrigin}/#organization`,
    name: t('brand.name'),
    url: `${publicOrigin}/`,
    logo: { '@type': 'ImageObject', url: `${publicOrigin}/icon-512.png`, width: '512', height: '512' },
  };
}

export function toGraph(...nodes: Thing[]): Graph {
  return { '@context': 'https://schema.org', '@graph': nodes };
}

/** Escapes `<`, so that no text can end the script element. */
export function serializeStructuredData(graph: Graph): string {
  return JSON.stringify(graph).replaceAll('<', '\\u003c');
}
