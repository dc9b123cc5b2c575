import type { BlogPosting, ImageObject } from 'schema-dts';
import type { PostSummary } from '#blog/contract.ts';
import { type Locale, localeTags } from '#i18n/locales.ts';
import type { Translator } from '#i18n/translator.ts';
import { getPageUrls, type PageLocation, type PageUrl, type TranslatedPage } from './page-urls.ts';
import { postImage, shareImageSize } from './share-image.ts';
import { blogNodeId, breadcrumbList, publisherNode, toGraph } from './structured-data.ts';

export interface ArticleMetadata {
  post: PostSummary;
  wordCount: number;
}

interface ArticlePage extends ArticleMetadata {
  translatedPage: TranslatedPage;
  description: string;
  /** Same as the visible breadcrumbs. */
  trail: readonly { name: string; page: PageLocation }[];
}

export function articleStructuredData(t: Translator, publicOrigin: string, page: ArticlePage) {
  const { post, translatedPage, description } = page;
  const urls = getPageUrls(translatedPage, t.locale, publicOrigin);
  const { url } = urls.current;
  // Authors have no pages of their own, so the publisher is the author.
  const publisher = publisherNode(t, publicOrigin);
  const keywords = post.seo_keywords.length > 0 ? post.seo_keywords : post.tags.map(({ name }) => name);
  const article: BlogPosting = {
    '@type': 'BlogPosting',
    '@id': articleId(url),
    url,
    mainEntityOfPage: url,
    headline: post.title,
    description,
    inLanguage: localeTags[post.text_locale ?? t.locale],
    datePublished: publishedTime(post),
    dateModified: modifiedTime(post),
    image: toImageObject(post, publicOrigin),
    wordCount: page.wordCount,
    ...(keywords.length > 0 && { keywords: keywords.join(', ') }),
    ...(post.category && { articleSection: post.category.name }),
    author: publisher,
    publisher,
    isPartOf: { '@type': 'Blog', '@id': blogNodeId(t.locale, publicOrigin), name: t('machine.blog') },
    ...translations(urls.languages, urls.current, translatedPage),
  };
  const trail = page.trail.map((step) => ({
    name: step.name,
    url: getPageUrls(step.page, t.locale, publicOrigin).current.url,
  }));
  return toGraph(article, breadcrumbList(url, trail));
}

export function publishedTime(post: PostSummary): string {
  return post.published_at ?? post.created_at;
}

/** Changes before the publication don't count. */
export function modifiedTime(post: PostSummary): string {
  const published = publishedTime(post);
  return Date.parse(post.updated_at) > Date.parse(published) ? post.updated_at : published;
}

function translations(
  languages: readonly PageUrl[],
  current: PageUrl,
  { source }: TranslatedPage,
): Pick<BlogPosting, 'workTranslation' | 'translationOfWork'> {
  const toBlogPosting = ({ url, hrefLang }: PageUrl): BlogPosting => ({
    '@type': 'BlogPosting',
    '@id': articleId(url),
    url,
    inLanguage: hrefLang,
  });
  const others = languages.filter(({ locale }) => locale !== current.locale);
  if (others.length === 0) return {};
  if (source === current.locale) return { workTranslation: others.map(toBlogPosting) };
  const first = others.find(({ locale }) => locale === source);
  return first ? { translationOfWork: toBlogPosting(first) } : {};
}

function toImageObject(post: PostSummary, publicOrigin: string): ImageObject {
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

const segmenters = new Map<Locale, Intl.Segmenter>();

/** Counts words of sanitized HTML. Chinese and Thai have no spaces between words, hence the segmenter. */
export function countArticleWords(locale: Locale, html: string): number {
  const segmenter = segmenters.get(locale) ?? new Intl.Segmenter(localeTags[locale], { granularity: 'word' });
  segmenters.set(locale, segmenter);
  const text = html.replace(/<(?:"[^"]*"|[^">])*>/g, ' ').replace(/&[a-z0-9#]+;/gi, ' ');
  return Array.from(segmenter.segment(text)).filter((part) => part.isWordLike).length;
}
