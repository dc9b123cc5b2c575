import type {
  AboutPage,
  Blog,
  BreadcrumbList,
  CollectionPage,
  ContactPage,
  FAQPage,
  Graph,
  Organization,
  Person,
  ProfilePage,
  Question,
  Thing,
  WebApplication,
  WebPage,
} from 'schema-dts';
import { type Locale, localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import type { MessageKey, Translator } from '#i18n/translator.ts';
import { type Appearance, defaultAppearance } from '../appearance/appearance.ts';
import { getSiteIcons } from '../site-icons.ts';
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

type SiteInfo = Pick<Appearance, 'icon' | 'socialLinks'>;

export function homeStructuredData(t: Translator, publicOrigin: string, site: SiteInfo = defaultAppearance) {
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
    image: publicOrigin + getSiteIcons(site.icon).large,
    applicationCategory: 'MultimediaApplication',
    operatingSystem: 'Any',
    isAccessibleForFree: true,
    offers: { '@type': 'Offer', price: 0, priceCurrency: 'USD' },
    ...(site.socialLinks.length > 0 && { publisher: publisherNode(t, publicOrigin, site) }),
  };
  const questions = faqQuestions.map(({ question, answer }) => ({
    question: t(question),
    answer: t(answer),
  }));
  return toGraph(application, faqNode(url, inLanguage, questions));
}

/** `url`: of the page that shows the questions. */
export function faqNode(
  url: string,
  inLanguage: string,
  questions: readonly { question: string; answer: string }[],
): FAQPage {
  return {
    '@type': 'FAQPage',
    '@id': `${url}#faq`,
    url,
    inLanguage,
    mainEntity: questions.map(
      ({ question, answer }): Question => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      }),
    ),
  };
}

export interface PersonInfo {
  name: string;
  bio: string | null;
  /** A path of this site. */
  image: string | null;
}

export interface WebPageInfo {
  kind: 'AboutPage' | 'CollectionPage' | 'ContactPage' | 'ProfilePage' | 'WebPage';
  /** Of a `ProfilePage`. */
  person?: PersonInfo;
  page: PageLocation;
  title: string;
  description: string;
  trail: readonly { name: string; page: PageLocation }[];
  /** With `?`. */
  query?: string;
}

export function webPageStructuredData(
  t: Translator,
  publicOrigin: string,
  subPage: WebPageInfo,
  site: SiteInfo = defaultAppearance,
) {
  const getUrl = (page: PageLocation) => getPageUrls(page, t.locale, publicOrigin).current.url;
  const url = getUrl(subPage.page) + (subPage.query ?? '');
  const page: AboutPage | CollectionPage | ContactPage | ProfilePage | WebPage = {
    '@type': subPage.kind,
    '@id': url,
    url,
    name: subPage.title,
    description: subPage.description,
    inLanguage: localeTags[t.locale],
    breadcrumb: { '@id': `${url}#breadcrumbs` },
    ...(subPage.person && {
      mainEntity: personNode(getUrl(subPage.page), subPage.person, publicOrigin),
    }),
  };
  const breadcrumbs = breadcrumbList(
    url,
    subPage.trail.map(({ name, page }) => ({ name, url: getUrl(page) })),
  );
  return subPage.kind === 'CollectionPage'
    ? toGraph(page, breadcrumbs, toBlogNode(t, publicOrigin, site))
    : toGraph(page, breadcrumbs);
}

/** `url`: of the author's page. */
export function personNode(
  url: string,
  { name, bio = null, image }: Partial<PersonInfo> & Pick<PersonInfo, 'name' | 'image'>,
  publicOrigin: string,
): Person {
  return {
    '@type': 'Person',
    '@id': `${url}#person`,
    name,
    url,
    ...(bio !== null && { description: bio }),
    ...(image !== null && { image: publicOrigin + image }),
  };
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

function toBlogNode(t: Translator, publicOrigin: string, site: SiteInfo): Blog {
  const url = publicOrigin + localizedPath(t.locale, '/blog');
  return {
    '@type': 'Blog',
    '@id': blogNodeId(t.locale, publicOrigin),
    url,
    name: t('machine.blog'),
    description: t('blog.list.description'),
    inLanguage: localeTags[t.locale],
    publisher: publisherNode(t, publicOrigin, site),
  };
}

export function blogNodeId(locale: Locale, publicOrigin: string): string {
  return `${publicOrigin}${localizedPath(locale, '/blog')}#blog`;
}

export function publisherNode(
  t: Translator,
  publicOrigin: string,
  { icon, socialLinks }: SiteInfo,
): Organization {
  const logo = publicOrigin + getSiteIcons(icon).large;
  return {
    '@type': 'Organization',
    '@id': `${publicOrigin}/#organization`,
    name: t('brand.name'),
    url: `${publicOrigin}/`,
    logo: { '@type': 'ImageObject', url: logo, width: '512', height: '512' },
    ...(socialLinks.length > 0 && { sameAs: socialLinks.map(({ url }) => url) }),
  };
}

export function toGraph(...nodes: Thing[]): Graph {
  return { '@context': 'https://schema.org', '@graph': nodes };
}

/** Escapes `<`, so that no text can end the script element. */
export function serializeStructuredData(graph: Graph): string {
  return JSON.stringify(graph).replaceAll('<', '\\u003c');
}
