import { importedPostsMax } from '../../contract.ts';
import { toSitePath } from '../foreign-fields.ts';
import { ForeignFileError, type Losses } from '../foreign-site.ts';
import type { OpenSource } from '../source-file.ts';
import { readWxr, type WxrElement } from './read-wxr.ts';
import type { Attachment } from './shortcodes.ts';

interface Term {
  slug: string;
  name: string;
}

interface Category extends Term {
  id: string;
  /** Slug. */
  parent: string;
  description: string;
}

/** Everything but the posts, which are read one at a time. */
export interface WordPressTables {
  url: string;
  language: string;
  /** Names by login. */
  authors: Map<string, string>;
  categories: Map<string, Category>;
  tags: Map<string, Term>;
  /** Second categories of posts. */
  categoryTags: Map<string, Term>;
  attachments: Map<string, Attachment>;
  originals: Set<string>;
  /** Of posts and pages that readers could open. */
  addresses: string[];
}

const postTypes = new Set(['post', 'page', 'attachment']);
/** Of WordPress itself, without a text that a reader saw. */
const ignoredTypes = /^(?:revision|wp_\w+|custom_css|customize_changeset|oembed_cache|user_request)$/;

export async function readWordPressTables(open: OpenSource, losses: Losses): Promise<WordPressTables> {
  const tables: WordPressTables = {
    url: '',
    language: '',
    authors: new Map(),
    categories: new Map(),
    tags: new Map(),
    categoryTags: new Map(),
    attachments: new Map(),
    originals: new Set(),
    addresses: [],
  };
  let isWordPress = false;
  let items = 0;
  for await (const element of readWxr(open)) {
    isWordPress ||= element.name.startsWith('wp:') || element.fields.has('wp:post_type');
    if (element.name !== 'item') addChannelElement(tables, element, losses);
    else {
      items += 1;
      if (items > importedPostsMax) throw new ForeignFileError('archive.too_large');
      addItem(tables, element, losses);
      tables.addresses.push(...listAddresses(element, tables.url));
    }
  }
  if (!isWordPress) throw new ForeignFileError('archive.unfit');
  return tables;
}

function addChannelElement(
  tables: WordPressTables,
  { name, text, fields }: WxrElement,
  losses: Losses,
): void {
  const field = (key: string) => fields.get(key)?.trim() ?? '';
  switch (name) {
    case 'link':
      tables.url ||= text.trim();
      return;
    case 'wp:base_blog_url':
      tables.url = text.trim() || tables.url;
      return;
    case 'language':
      tables.language = text.trim();
      return;
    case 'wp:author':
    case 'wp:wp_author': {
      const full = `${field('wp:author_first_name')} ${field('wp:author_last_name')}`;
      tables.authors.set(field('wp:author_login'), field('wp:author_display_name') || full.trim());
      return;
    }
    case 'wp:category': {
      const slug = field('wp:category_nicename');
      const parent = field('wp:category_parent');
      if (slug === '') return;
      if (parent !== '') losses.add('category.parent', field('wp:cat_name') || slug);
      const description = field('wp:category_description');
      tables.categories.set(slug, {
        id: field('wp:term_id'),
        slug,
        name: field('wp:cat_name') || slug,
        parent,
        description,
      });
      return;
    }
    case 'wp:tag': {
      const slug = field('wp:tag_slug');
      if (slug === '') return;
      if (field('wp:tag_description') !== '') losses.add('tag.details', field('wp:tag_name'));
      tables.tags.set(slug, { slug, name: field('wp:tag_name') || slug });
      return;
    }
    case 'wp:term': {
      // Menus, link categories and the like.
      const taxonomy = field('wp:term_taxonomy');
      if (!/^(?:category|post_tag|nav_menu|link_category|post_format)$/.test(taxonomy))
        losses.add('taxonomy.unknown', taxonomy);
    }
  }
}

/** Parts of an export may lack the lists of categories and tags. */
function addItem(tables: WordPressTables, item: WxrElement, losses: Losses): void {
  const type = item.fields.get('wp:post_type') ?? 'post';
  if (type === 'nav_menu_item') losses.add('menus');
  else if (!postTypes.has(type) && !ignoredTypes.test(type)) losses.add('post.type', type);
  if (type === 'attachment') addAttachment(tables, item);
  if (type !== 'post') return;
  if (item.fields.get('wp:status') === 'trash' || item.fields.get('wp:status') === 'auto-draft') return;
  for (const { domain, slug, name } of item.terms) {
    if (slug === '') continue;
    if (domain === 'category' && !tables.categories.has(slug))
      tables.categories.set(slug, { id: '', slug, name, parent: '', description: '' });
    if ((domain === 'post_tag' || domain === 'tag') && !tables.tags.has(slug))
      tables.tags.set(slug, { slug, name });
  }
  const { tags } = readTerms(tables.categories, item);
  for (const slug of tags) {
    const category = tables.categories.get(slug);
    if (category && !tables.tags.has(slug)) tables.categoryTags.set(slug, category);
  }
}

function addAttachment(tables: WordPressTables, { fields, meta }: WxrElement): void {
  const url = fields.get('wp:attachment_url')?.trim() ?? '';
  if (url === '') return;
  tables.originals.add(url);
  tables.attachments.set(fields.get('wp:post_id')?.trim() ?? '', {
    url,
    alt: meta.find(([key]) => key === '_wp_attachment_image_alt')?.[1] ?? '',
    caption: fields.get('excerpt:encoded')?.trim() ?? '',
    parent: fields.get('wp:post_parent')?.trim() ?? '',
  });
}

interface PostTerms {
  category: string | null;
  tags: string[];
  /** Names of the categories that became tags. */
  further: string[];
  /** Taxonomies of plugins. */
  unknown: string[];
}

const knownDomains = /^(?:category|(?:post_)?tag|post_format|nav_menu|link_category|)$/;

/** An article has one category here: the primary one of a plugin, the most specific, or the first. */
export function readTerms(categories: ReadonlyMap<string, Category>, { terms, meta }: WxrElement): PostTerms {
  const inDomain = (pattern: RegExp) =>
    terms.filter(({ domain, slug }) => pattern.test(domain) && slug !== '').map(({ slug }) => slug);
  const own = [...new Set(inDomain(/^category$/))];
  const primaryId = meta.find(([key]) => key === '_yoast_wpseo_primary_category')?.[1];
  const primary = own.find((slug) => primaryId && categories.get(slug)?.id === primaryId);
  const category = primary ?? own.find((slug) => categories.get(slug)?.parent) ?? own[0] ?? null;
  const further = own.filter((slug) => slug !== category);
  return {
    category,
    tags: [...new Set([...inDomain(/^(?:post_)?tag$/), ...further])],
    further: further.map((slug) => categories.get(slug)?.name ?? slug),
    unknown: terms.map(({ domain }) => domain).filter((domain) => !knownDomains.test(domain)),
  };
}

/** Of posts that had a page, also if they are drafts here: the permalink, former ones, and the short link. */
export function listAddresses({ fields, meta }: WxrElement, siteUrl: string): string[] {
  const type = fields.get('wp:post_type') ?? 'post';
  if ((type !== 'post' && type !== 'page') || (fields.get('wp:status') ?? 'publish') !== 'publish') return [];
  const base = toSitePath(siteUrl, siteUrl)?.replace(/\/$/, '') ?? '';
  const permalink = toSitePath(fields.get('link')?.trim() ?? '', siteUrl);
  const id = fields.get('wp:post_id')?.trim() ?? '';
  const shortLink = id === '' ? null : `${base}/?${type === 'page' ? 'page_id' : 'p'}=${id}`;
  const slug = fields.get('wp:post_name')?.trim() ?? '';
  const former = meta
    .filter(([key, value]) => key === '_wp_old_slug' && value !== '' && slug !== '')
    .map(([, value]) => replaceLast(permalink ?? '', slug, value));
  return [
    ...new Set([permalink, shortLink, ...former].filter((address) => address !== null && address !== '')),
  ] as string[];
}

function replaceLast(path: string, slug: string, formerSlug: string): string {
  const position = path.lastIndexOf(slug);
  return position === -1 ? '' : path.slice(0, position) + formerSlug + path.slice(position + slug.length);
}
