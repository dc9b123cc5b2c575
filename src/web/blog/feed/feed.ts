import { findAll, getInnerHTML } from 'domutils';
import { Feed, type FeedOptions, type Item } from 'feed';
import { parseDocument } from 'htmlparser2';
import type { BlogReader, Post, PostAuthor } from '#blog/contract.ts';
import { type Locale, localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import type { Translator } from '#i18n/translator.ts';
import { escapeHtml } from '#platform/escape-html.ts';
import { authorPath, blogPostPath } from '../../paths.ts';
import { modifiedTime, publishedTime } from '../../seo/article-structured-data.ts';
import { type FeedFormat, feedPath } from '../../seo/feed-formats.ts';
import { getSiteIcons } from '../../site-icons.ts';

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
  /** A variant of a stored image, or null. */
  icon?: string | null;
  posts: readonly Post[];
}

/** RSS 2.0, Atom 1.0 or JSON Feed 1.1. */
export function renderFeed(format: FeedFormat, source: FeedSource): string {
  const feed = new Feed(toFeedOptions(format, source));
  for (const post of source.posts) feed.addItem(toFeedItem(format, post, source.publicOrigin));
  if (format === 'rss') return withDublinCore(feed.rss2()).replaceAll(sectionEnd, ']]]]><![CDATA[>');
  const language = localeTags[source.t.locale];
  if (format === 'atom') return feed.atom1().replace('<feed ', `<feed xml:lang="${language}" `);
  // The library writes version 1, which has no `language` and one `author`.
  const { items, ...rest } = toAuthors(JSON.parse(feed.json1()));
  const document = {
    ...rest,
    version: 'https://jsonfeed.org/version/1.1',
    language,
    items: (items as JsonObject[]).map(toAuthors),
  };
  return JSON.stringify(document);
}

type JsonObject = Record<string, unknown>;

function toAuthors({ author, ...rest }: JsonObject): JsonObject {
  return { ...rest, ...(author !== undefined && { authors: [author] }) };
}

/** The library declares the namespace of `dc:creator` only if an item has content. */
function withDublinCore(rss: string): string {
  const isMissing = rss.includes('<dc:creator>') && !rss.includes('xmlns:dc=');
  return isMissing ? rss.replace('<rss ', '<rss xmlns:dc="http://purl.org/dc/elements/1.1/" ') : rss;
}

function toFeedOptions(format: FeedFormat, { t, publicOrigin, icon = null, posts }: FeedSource): FeedOptions {
  const feedUrl = publicOrigin + feedPath(t.locale, format);
  const { small, large } = getSiteIcons(icon);
  const modifiedTimes = posts.map((post) => Date.parse(modifiedTime(post)));
  return {
    id: feedUrl,
    title: toXmlText(t('machine.blog')),
    description: toXmlText(t('blog.list.description')),
    link: publicOrigin + localizedPath(t.locale, '/blog'),
    language: localeTags[t.locale],
    updated: new Date(Math.max(0, ...modifiedTimes)),
    generator: toXmlText(t('brand.name')),
    feedLinks: { [format]: feedUrl },
    author: { name: toXmlText(t('brand.name')), link: `${publicOrigin}/` },
    ...(format === 'atom' && { favicon: `${publicOrigin}${small}` }),
    ...(format === 'json' && { image: `${publicOrigin}${large}` }),
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
    // RSS titles are text in a CDATA section, Atom titles are HTML. Descriptions are HTML in both.
    title:
      format === 'atom' ? escapeHtml(title) : format === 'rss' ? title.replaceAll(']]>', sectionEnd) : title,
    description: format === 'json' ? excerpt : escapeHtml(excerpt),
    content: toXmlText(absolutizeUrls(post.content, link)).replaceAll(']]>', ']]&gt;'),
    date: new Date(modifiedTime(post)),
    published: new Date(publishedTime(post)),
    category: uniqueTopics.map(({ name, slug }) => ({
      // The library does not escape this attribute in Atom.
      name: format === 'atom' ? name.replaceAll('<', '‹') : name,
      term: slug,
    })),
    ...(post.author && toFeedAuthor(format, post.author, post.locale, publicOrigin)),
    ...(post.featured_image_url !== null && { image: publicOrigin + post.featured_image_url }),
  };
}

/** RSS has no element for a name without an email address, hence Dublin Core. */
function toFeedAuthor(
  format: FeedFormat,
  { name, slug, image_url }: PostAuthor,
  locale: Locale,
  publicOrigin: string,
): Pick<Item, 'author' | 'extensions'> {
  const url = publicOrigin + localizedPath(locale, authorPath(slug));
  if (format === 'atom') return { author: [{ name: toXmlText(name), link: url }] };
  if (format === 'rss') return { extensions: [{ name: 'dc:creator', objects: { _text: toXmlText(name) } }] };
  const avatar = image_url === null ? {} : { avatar: publicOrigin + image_url };
  return { author: [{ name, link: url, ...avatar }] };
}

/** Stands for `]]>`, of which the library escapes only the first. No XML contains this character. */
const sectionEnd = '\uffff';

/** Removes characters that XML forbids. */
function toXmlText(text: string): string {
  return text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '');
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
