import { findAll, getInnerHTML } from 'domutils';
import { Feed, type FeedOptions, type Item } from 'feed';
import { parseDocument } from 'htmlparser2';
import type { BlogReader, Post } from '#blog/contract.ts';
import { type Locale, localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import type { Translator } from '#i18n/translator.ts';
import { escapeHtml } from '#platform/escape-html.ts';
import { blogPostPath } from '../paths.ts';
import { modifiedTime, publishedTime } from './article-structured-data.ts';
import { type FeedFormat, feedPath } from './feed-formats.ts';

const urlAttributes = ['href', 'src', 'cite', 'poster'];
const pageOnlyAttributes = ['srcset', 'sizes', 'loading', 'decoding'];

export function absolutizeUrls(html: string, pageUrl: string): string {
  const document = parseDocument(html);
  for (const { attribs } of findAll(() => true, document.children)) {
    for (const name of urlAttributes) {
      const url = attribs[name];
      if (url !== undefined) attribs[name] = URL.parse(url, pageUrl)?.href ?? url;
    }
    for (const name of pageOnlyAttributes) delete attribs[name];
  }
  return getInnerHTML(document, { encodeEntities: 'utf8' });
}

interface FeedSource {
  t: Translator;
  publicOrigin: string;
  posts: readonly Post[];
}

/** RSS 2.0, Atom 1.0 or JSON Feed 1.1. */
export function renderFeed(format: FeedFormat, source: FeedSource): string {
  const feed = new Feed(toFeedOptions(format, source));
  for (const post of source.posts) feed.addItem(toFeedItem(format, post, source.publicOrigin));
  if (format === 'rss') return feed.rss2();
  const language = localeTags[source.t.locale];
  if (format === 'atom') return feed.atom1().replace('<feed ', `<feed xml:lang="${language}" `);
  // The library writes version 1, which has no `language`.
  const { author, ...rest } = JSON.parse(feed.json1());
  const document = { ...rest, version: 'https://jsonfeed.org/version/1.1', authors: [author], language };
  return JSON.stringify(document);
}

function toFeedOptions(format: FeedFormat, { t, publicOrigin, posts }: FeedSource): FeedOptions {
  const feedUrl = publicOrigin + feedPath(t.locale, format);
  const modifiedTimes = posts.map((post) => Date.parse(modifiedTime(post)));
  return {
    id: feedUrl,
    title: t('machine.blog'),
    description: t('blog.list.description'),
    link: publicOrigin + localizedPath(t.locale, '/blog'),
    language: localeTags[t.locale],
    updated: new Date(Math.max(0, ...modifiedTimes)),
    generator: t('brand.name'),
    feedLinks: { [format]: feedUrl },
    author: { name: t('brand.name'), link: `${publicOrigin}/` },
    ...(format === 'atom' && { favicon: `${publicOrigin}/icon-192.png` }),
    ...(format === 'json' && { image: `${publicOrigin}/icon-512.png` }),
  };
}

function toFeedItem(format: FeedFormat, post: Post, publicOrigin: string): Item {
  const link = publicOrigin + localizedPath(post.locale, blogPostPath(post.slug));
  const title = toXmlText(post.title);
  const excerpt = toXmlText(post.excerpt);
  const { category, tags } = post;
  const topics = [...(category ? [category] : []), ...tags];
  const uniqueTopics = topics.filter(
    ({ name }, index) => topics.findIndex((topic) => topic.name === name) === index,
  );
  return {
    id: `urn:uuid:${post.id}`,
    link,
    // RSS titles are text, Atom titles are HTML. Descriptions are HTML in both.
    title: format === 'atom' ? escapeHtml(title) : title,
    description: format === 'json' ? excerpt : escapeHtml(excerpt),
    content: toXmlText(absolutizeUrls(post.content, link)),
    date: new Date(modifiedTime(post)),
    published: new Date(publishedTime(post)),
    category: uniqueTopics.map(({ name, slug }) => ({
      // The library does not escape this attribute in Atom.
      name: format === 'atom' ? name.replaceAll('<', '‹') : name,
      term: slug,
    })),
    ...(post.featured_image_url !== null && { image: publicOrigin + post.featured_image_url }),
  };
}

/** Removes characters that XML forbids. The library escapes only the first end of a CDATA section. */
function toXmlText(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(']]>', ']]&gt;');
}

// Bounds the search in a blog with few translations.
const maxPages = 5;

export async function listNewestTranslated(
  blog: Pick<BlogReader, 'listPostsWithContent'>,
  locale: Locale,
  count: number,
): Promise<Post[]> {
  const translated: Post[] = [];
  for (let page = 1; page <= maxPages && translated.length < count; page += 1) {
    const query = { locale, page, pageSize: count, search: '', category: '', tag: '' };
    const { posts, totalPosts } = await blog.listPostsWithContent(query);
    translated.push(...posts.filter(({ text_locale }) => text_locale === undefined));
    if (page * count >= totalPosts) break;
  }
  return translated.slice(0, count);
}
