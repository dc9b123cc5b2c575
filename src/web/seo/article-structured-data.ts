import { LRUCache } from 'lru-cache';
import type { BlogPosting, ImageObject } from 'schema-dts';
import type { PostAuthor, PostSummary } from '#blog/contract.ts';
import type { RenderedContent } from '#content/render-content.ts';
import { getWordSegmenter } from '#i18n/formats.ts';
import { type Locale, localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import type { Translator } from '#i18n/translator.ts';
import { type Appearance, defaultAppearance } from '../appearance/appearance.ts';
import { authorPath } from '../paths.ts';
import { getPageUrls, type PageLocation, type PageUrl, type TranslatedPage } from './page-urls.ts';
import { postImage, shareImageSize } from './share-image.ts';
import {
  blogNodeId,
  breadcrumbList,
  faqNode,
  personNode,
  publisherNode,
  toGraph,
} from './structured-data.ts';

export interface ArticleMetadata {
  post: PostSummary;
  wordCount: number;
  /** Of the FAQs in the text. */
  questions: RenderedContent['questions'];
}

interface ArticlePage extends ArticleMetadata {
  translatedPage: TranslatedPage;
  description: string;
  /** Same as the visible breadcrumbs. */
  trail: readonly { name: string; page: PageLocation }[];
}

export function articleStructuredData(
  t: Translator,
  publicOrigin: string,
  page: ArticlePage,
  site: Pick<Appearance, 'icon' | 'socialLinks'> = defaultAppearance,
) {
  const { post, translatedPage, description } = page;
  const urls = getPageUrls(translatedPage, t.locale, publicOrigin);
  const { url } = urls.current;
  const publisher = publisherNode(t, publicOrigin, site);
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
    author: post.author ? authorNode(post.author, t.locale, publicOrigin) : publisher,
    publisher,
    isPartOf: { '@type': 'Blog', '@id': blogNodeId(t.locale, publicOrigin), name: t('machine.blog') },
    ...translations(urls.languages, urls.current, translatedPage),
  };
  const trail = page.trail.map((step) => ({
    name: step.name,
    url: getPageUrls(step.page, t.locale, publicOrigin).current.url,
  }));
  const { questions } = page;
  const faq = questions.length > 0 ? [faqNode(url, localeTags[post.text_locale ?? t.locale], questions)] : [];
  return toGraph(article, breadcrumbList(url, trail), ...faq);
}

function authorNode({ slug, name, image_url }: PostAuthor, locale: Locale, publicOrigin: string) {
  const url = publicOrigin + localizedPath(locale, authorPath(slug));
  return personNode(url, { name, image: image_url }, publicOrigin);
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

/** By post and version, because counting takes milliseconds. */
const wordCounts = new LRUCache<string, number>({ max: 1_000 });

export function countPostWords({ id, updated_at, locale }: PostSummary, html: string): number {
  const key = `${id} ${updated_at}`;
  const count = wordCounts.get(key) ?? countArticleWords(locale, html);
  wordCounts.set(key, count);
  return count;
}

/** Counts words of sanitized HTML. Chinese and Thai have no spaces between words, hence the segmenter. */
export function countArticleWords(locale: Locale, html: string): number {
  const text = html.replace(/<(?:"[^"]*"|[^"<>])*>/g, ' ').replace(/&[a-z0-9#]+;/gi, ' ');
  return Array.from(getWordSegmenter(locale).segment(text)).filter((part) => part.isWordLike).length;
}
