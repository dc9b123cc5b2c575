import { Feed, type FeedOptions, type Item } from 'feed';
import type { Post } from '#blog/contract.ts';
import { localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import type { Translator } from '#i18n/translate.ts';
import { postPath } from '../blog/post-path.ts';
import { absoluteContent } from './absolute-content.ts';
import { modifiedAt, publishedAt } from './article-data.ts';
import { type FeedFormat, feedPath } from './feed-addresses.ts';

/** The posts of one language, newest first, their texts as pages show them. */
export interface FeedSource {
  t: Translator;
  publicOrigin: string;
  posts: readonly Post[];
}

/** RSS 2.0, Atom 1.0 or JSON Feed 1.1, with the whole of each post. The same posts give the same bytes. */
export function writeFeed(format: FeedFormat, source: FeedSource): string {
  const feed = new Feed(optionsOf(format, source));
  for (const post of source.posts) feed.addItem(itemOf(format, post, source.publicOrigin));
  if (format === 'rss') return feed.rss2();
  const language = localeTags[source.t.locale];
  if (format === 'atom') return feed.atom1().replace('<feed ', `<feed xml:lang="${language}" `);
  // The library writes version 1, which knows no language.
  const { author, ...rest } = JSON.parse(feed.json1());
  const written = { ...rest, version: 'https://jsonfeed.org/version/1.1', authors: [author], language };
  return JSON.stringify(written);
}

function optionsOf(format: FeedFormat, { t, publicOrigin, posts }: FeedSource): FeedOptions {
  const own = publicOrigin + feedPath(t.locale, format);
  const changed = posts.map((post) => Date.parse(modifiedAt(post)));
  return {
    id: own,
    title: t('machine.blog'),
    description: t('blog.list.description'),
    link: publicOrigin + localizedPath(t.locale, '/blog'),
    language: localeTags[t.locale],
    // Without a post nothing has ever changed.
    updated: new Date(Math.max(0, ...changed)),
    generator: t('brand.name'),
    feedLinks: { [format]: own },
    author: { name: t('brand.name'), link: `${publicOrigin}/` },
    ...(format === 'atom' && { favicon: `${publicOrigin}/icon-192.png` }),
    ...(format === 'json' && { image: `${publicOrigin}/icon-512.png` }),
  };
}

function itemOf(format: FeedFormat, post: Post, publicOrigin: string): Item {
  const link = publicOrigin + localizedPath(post.locale, postPath(post.slug));
  const title = readable(post.title);
  const excerpt = readable(post.excerpt);
  const { category, tags } = post;
  const topics = [...(category ? [category] : []), ...tags];
  const named = topics.filter(
    ({ name }, index) => topics.findIndex((topic) => topic.name === name) === index,
  );
  return {
    id: `urn:uuid:${post.id}`,
    link,
    // RSS takes a title as text, Atom as HTML; descriptions are HTML in both.
    title: format === 'atom' ? escapeHtml(title) : title,
    description: format === 'json' ? excerpt : escapeHtml(excerpt),
    content: readable(absoluteContent(post.content, link)),
    date: new Date(modifiedAt(post)),
    published: new Date(publishedAt(post)),
    category: named.map(({ name, slug }) => ({
      // The library writes a label of Atom as it comes, into an attribute.
      name: format === 'atom' ? name.replaceAll('<', '‹') : name,
      term: slug,
    })),
    ...(post.featured_image_url !== null && { image: publicOrigin + post.featured_image_url }),
  };
}

/** Without what XML has no place for, and without the end of a CDATA section, which the library minds only once. */
function readable(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(']]>', ']]&gt;');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
