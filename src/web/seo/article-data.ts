import type { BlogPosting, ImageObject } from 'schema-dts';
import type { PostSummary } from '#blog/contract.ts';
import { localeTags } from '#i18n/locales.ts';
import type { Translator } from '#i18n/translate.ts';
import { type PageAddress, type PagePlace, pageAddresses, type TranslatedPage } from './page-addresses.ts';
import { postImage, shareImageSize } from './share-image.ts';
import { blogId, breadcrumbsOf, graphOf, publisherOf, type StructuredData } from './structured-data.ts';

export interface Article {
  post: PostSummary;
  /** Of its text. */
  words: number;
}

interface ArticlePage extends Article {
  place: TranslatedPage;
  description: string;
  /** As the visible breadcrumbs name them, the start page first and the post last. */
  trail: readonly { name: string; page: PagePlace }[];
}

/** What the page of a post is: the article, its translations, and the way to it. */
export function articleData(t: Translator, publicOrigin: string, page: ArticlePage): StructuredData {
  const { post, place, description } = page;
  const addresses = pageAddresses(place, t.locale, publicOrigin);
  const { url } = addresses.own;
  // Its writers have no pages here, so the house stands for them.
  const publisher = publisherOf(t, publicOrigin);
  const keywords = post.seo_keywords.length > 0 ? post.seo_keywords : post.tags.map(({ name }) => name);
  const article: BlogPosting = {
    '@type': 'BlogPosting',
    '@id': articleId(url),
    url,
    mainEntityOfPage: url,
    headline: post.title,
    description,
    inLanguage: localeTags[post.text_locale ?? t.locale],
    datePublished: publishedAt(post),
    dateModified: modifiedAt(post),
    image: imageOf(post, publicOrigin),
    wordCount: page.words,
    ...(keywords.length > 0 && { keywords: keywords.join(', ') }),
    ...(post.category && { articleSection: post.category.name }),
    author: publisher,
    publisher,
    isPartOf: { '@type': 'Blog', '@id': blogId(t.locale, publicOrigin), name: t('machine.blog') },
    ...translations(addresses.languages, addresses.own, place),
  };
  const trail = page.trail.map((step) => ({
    name: step.name,
    url: pageAddresses(step.page, t.locale, publicOrigin).own.url,
  }));
  return graphOf(article, breadcrumbsOf(url, trail));
}

export function publishedAt(post: PostSummary): string {
  return post.published_at ?? post.created_at;
}

/** Never before the publishing: until then nobody could read what was changed. */
export function modifiedAt(post: PostSummary): string {
  const published = publishedAt(post);
  return Date.parse(post.updated_at) > Date.parse(published) ? post.updated_at : published;
}

/** The first writing names its translations, a translation the first writing. */
function translations(
  languages: readonly PageAddress[],
  own: PageAddress,
  { source }: TranslatedPage,
): Pick<BlogPosting, 'workTranslation' | 'translationOfWork'> {
  const workAt = ({ url, hrefLang }: PageAddress): BlogPosting => ({
    '@type': 'BlogPosting',
    '@id': articleId(url),
    url,
    inLanguage: hrefLang,
  });
  const others = languages.filter(({ locale }) => locale !== own.locale);
  if (others.length === 0) return {};
  if (source === own.locale) return { workTranslation: others.map(workAt) };
  const first = others.find(({ locale }) => locale === source);
  return first ? { translationOfWork: workAt(first) } : {};
}

function imageOf(post: PostSummary, publicOrigin: string): ImageObject {
  const { width, height } = shareImageSize;
  const { url, alt } = postImage(post, publicOrigin);
  return {
    '@type': 'ImageObject',
    url,
    width: String(width),
    height: String(height),
    caption: alt,
  };
}

function articleId(url: string): string {
  return `${url}#article`;
}
