import { plainText } from '#content/sanitize-content.ts';
import {
  createAddressMatcher,
  isTextTooLong,
  parseForeignDate,
  parseLocale,
  toSiteUrl,
} from '../foreign-fields.ts';
import {
  createLosses,
  type ForeignPost,
  type ForeignSite,
  type Losses,
  type SiteOptions,
} from '../foreign-site.ts';
import type { OpenSource } from '../source-file.ts';
import { toPostHtml } from './post-html.ts';
import { readWxr, type WxrElement } from './read-wxr.ts';
import { listAddresses, readTerms, readWordPressTables, type WordPressTables } from './wordpress-tables.ts';

/** In characters: more than enough for a title or excerpt. */
const lineMax = 50_000;

/** An export of WordPress, in any version of its format. */
export async function openWordPressSite(
  open: OpenSource,
  { siteUrl, losses = createLosses() }: SiteOptions,
): Promise<ForeignSite> {
  const tables = await readWordPressTables(open, losses);
  const url = toSiteUrl(siteUrl ?? '') ?? toSiteUrl(tables.url);
  return {
    format: 'wordpress',
    id: toSiteUrl(tables.url) ?? '',
    url,
    language: parseLocale(tables.language),
    categories: [...tables.categories.values()],
    tags: [...tables.tags.values(), ...tables.categoryTags.values()],
    hasAddress: createAddressMatcher(tables.addresses),
    findOriginal: (imageUrl) => findOriginal(tables.originals, imageUrl),
    losses: losses.list,
    async *posts() {
      for await (const item of readWxr(open)) {
        if (item.name !== 'item') continue;
        const type = item.fields.get('wp:post_type') ?? 'post';
        if (type !== 'post' && type !== 'page') continue;
        const status = item.fields.get('wp:status') ?? 'publish';
        if (status === 'trash') losses.add('post.trash', item.fields.get('title'));
        else if (status !== 'auto-draft' && status !== 'inherit') yield toPost(tables, item, type);
      }
    },
  };
}

function toPost(tables: WordPressTables, item: WxrElement, kind: 'post' | 'page'): ForeignPost {
  const { fields, comments } = item;
  const losses = createLosses();
  const field = (name: string) => fields.get(name) ?? '';
  const meta = new Map(item.meta);
  const id = field('wp:post_id');
  const date = parseForeignDate(field('wp:post_date_gmt')) ?? parseForeignDate(field('wp:post_date'));
  const status = readStatus(fields, date, losses);
  losses.add('comments', '', comments);
  if (field('wp:is_sticky') === '1') losses.add('post.featured');
  listCustomFields(item, losses);
  const terms = readTerms(tables.categories, item);
  for (const name of terms.further) losses.add('category.as_tag', name);
  for (const domain of terms.unknown) losses.add('taxonomy.unknown', domain);
  const login = field('dc:creator');
  const cover = tables.attachments.get(meta.get('_thumbnail_id') ?? '');
  const content = field('content:encoded');
  const footnotes = meta.get('footnotes') ?? '';
  const context = { postId: id, attachments: tables.attachments, losses };
  return {
    // Only exports made by hand lack the id.
    key: id || field('guid') || field('link') || `${kind} ${field('title')}`,
    kind,
    status,
    title: plainText(field('title').slice(0, lineMax)),
    slug: field('wp:post_name').trim(),
    html: isTextTooLong(content) || isTextTooLong(footnotes) ? null : toPostHtml(content, footnotes, context),
    excerpt: plainText(field('excerpt:encoded').slice(0, lineMax)),
    seoTitle: readSeo(meta, ['_yoast_wpseo_title', 'rank_math_title', '_aioseop_title']),
    seoDescription: readSeo(meta, ['_yoast_wpseo_metadesc', 'rank_math_description', '_aioseop_description']),
    canonicalUrl: readSeo(meta, ['_yoast_wpseo_canonical', 'rank_math_canonical_url']),
    cover: cover ? { url: cover.url, alt: cover.alt } : null,
    publishedAt: status === 'published' ? date : null,
    author: login === '' ? null : toAuthor(tables, login),
    category: terms.category,
    tags: terms.tags,
    addresses: listAddresses(item, tables.url),
    losses,
  };
}

/** The login is half of what somebody needs to sign in there. */
function toAuthor({ authors }: WordPressTables, login: string) {
  const name = authors.get(login) || login;
  return { slug: name, name };
}

function readStatus(
  fields: WxrElement['fields'],
  date: string | null,
  losses: Losses,
): 'draft' | 'published' {
  const status = fields.get('wp:status') ?? 'publish';
  const hasPassword = (fields.get('wp:post_password') ?? '') !== '';
  if (hasPassword) losses.add('post.password');
  if (status === 'private') losses.add('post.private');
  if (status === 'future') losses.add('date.scheduled', date ?? '');
  else if (status !== 'publish' && status !== 'private' && date !== null) losses.add('date.draft', date);
  return status === 'publish' && !hasPassword ? 'published' : 'draft';
}

const seoKeys =
  /^(?:_yoast_wpseo_(?:title|metadesc|canonical|primary_category)|rank_math_(?:title|description|canonical_url)|_aioseop_(?:title|description))$/;

/** Keys with an underscore belong to WordPress and its plugins; owners never saw them. */
function listCustomFields({ meta }: WxrElement, losses: Losses): void {
  for (const [key] of meta)
    if (!key.startsWith('_') && !seoKeys.test(key) && key !== 'footnotes') losses.add('custom_fields', key);
}

/** Templates such as `%%title%%` are of the plugin. */
function readSeo(meta: ReadonlyMap<string, string>, keys: string[]): string | null {
  const value = keys.map((key) => meta.get(key)?.trim() ?? '').find((text) => text !== '');
  return value === undefined || /%%?\w+%/.test(value) ? null : value;
}

const sizeSuffix = /-\d{1,5}x\d{1,5}(?=\.\w{3,5}$)/;

/** Pages show smaller copies, such as `cat-300x200.jpg` of `cat.jpg`. */
function findOriginal(originals: ReadonlySet<string>, imageUrl: string): string {
  const url = imageUrl.split(/[?#]/, 1)[0] ?? '';
  if (originals.has(url)) return url;
  const full = url.replace(sizeSuffix, '');
  const candidates = [full, full.replace(/(?=\.\w{3,5}$)/, '-scaled')].flatMap((candidate) => [
    candidate,
    candidate.replace(/^http:/, 'https:'),
    candidate.replace(/^https:/, 'http:'),
  ]);
  return candidates.find((candidate) => originals.has(candidate)) ?? imageUrl;
}
