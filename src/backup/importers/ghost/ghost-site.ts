import type { Locale } from '#i18n/locales.ts';
import {
  createAddressMatcher,
  isTextTooLong,
  parseForeignDate,
  parseLocale,
  toSiteUrl,
} from '../foreign-fields.ts';
import {
  createLosses,
  ForeignFileError,
  type ForeignPost,
  type ForeignSite,
  type Losses,
  type SiteOptions,
} from '../foreign-site.ts';
import type { OpenSource } from '../source-file.ts';
import { markdownToHtml } from './cards.ts';
import { type GhostTables, type Row, readGhostTables, text } from './ghost-tables.ts';
import { readJsonRows } from './json-rows.ts';
import { lexicalToHtml } from './lexical.ts';
import { mobiledocToHtml } from './mobiledoc.ts';

/** An export of Ghost 0.5 to 6. */
export async function openGhostSite(
  open: OpenSource,
  { siteUrl, losses = createLosses() }: SiteOptions,
): Promise<ForeignSite> {
  const tables = await readGhostTables(open, losses);
  if (!tables) throw new ForeignFileError('archive.unfit');
  const url = toSiteUrl(siteUrl ?? '');
  const folder = url === null ? '' : new URL(url).pathname.replace(/\/$/, '');
  const addresses = tables.posts.flatMap((row) => listAddresses(tables, row, folder));
  const { settings } = tables;
  return {
    format: 'ghost',
    // The ids of its posts are of this site only.
    id: '',
    url,
    language: readLanguage(settings),
    categories: [],
    tags: [...tables.tags.values()].filter(({ isInternal }) => !isInternal),
    hasAddress: createAddressMatcher(addresses),
    findOriginal: (imageUrl) =>
      imageUrl.replace(/\/content\/images\/size\/w\d+(?:h\d+)?(?:\/format\/\w+)?\//, '/content/images/'),
    losses: losses.list,
    async *posts() {
      for await (const { table, row } of readJsonRows(open))
        if (table === 'posts') yield toPost(tables, row, folder);
    },
  };
}

function readLanguage(settings: Map<string, string>): Locale | null {
  return parseLocale(settings.get('locale') ?? settings.get('lang') ?? settings.get('default_locale') ?? '');
}

/** `folder`: the path of the site, without a trailing slash. */
function toPost(tables: GhostTables, row: Row, folder: string): ForeignPost {
  const losses = createLosses();
  const id = text(row.id);
  const kind = isPage(row) ? 'page' : 'post';
  const meta = { ...row, ...withoutEmpty(tables.metaOfPost.get(id) ?? {}) } as Row;
  const tags = findTags(tables, row);
  const [author, ...further] = findAuthors(tables, row);
  for (const { name } of further) losses.add('author.further', name);
  if (row.featured === 1 || row.featured === true) losses.add('post.featured');
  if (row.codeinjection_head || row.codeinjection_foot) losses.add('code.injected');
  const date = parseForeignDate(row.published_at);
  const status = readStatus(row, losses);
  if (status === 'draft' && row.status === 'draft' && date !== null) losses.add('date.draft', date);
  const featureImage = text(meta.feature_image) || text(meta.image);
  const html = readHtml(row, losses);
  return {
    key: text(row.uuid) || `${id} ${text(row.slug)}`,
    kind,
    status,
    title: text(row.title),
    slug: text(row.slug),
    html: html && withSitePaths(html, folder),
    excerpt: text(meta.custom_excerpt),
    seoTitle: text(meta.meta_title) || null,
    seoDescription: text(meta.meta_description) || null,
    canonicalUrl: text(meta.canonical_url) || null,
    cover:
      featureImage === ''
        ? null
        : { url: withSitePaths(featureImage, folder), alt: text(meta.feature_image_alt) },
    publishedAt: status === 'published' ? date : null,
    author: author ?? null,
    category: null,
    tags,
    addresses: listAddresses(tables, row, folder),
    losses,
  };
}

function isPage({ type, page }: Row): boolean {
  return type === 'page' || page === 1 || page === true;
}

/** What only members could read must not become public. */
function readStatus({ status, visibility, published_at }: Row, losses: Losses): 'draft' | 'published' {
  if (status === 'scheduled') losses.add('date.scheduled', parseForeignDate(published_at) ?? '');
  if (status === 'sent') losses.add('post.email');
  if (status !== 'published') return 'draft';
  const isPublic = visibility === undefined || visibility === null || visibility === 'public';
  if (!isPublic) losses.add('post.access', text(visibility));
  return isPublic ? 'published' : 'draft';
}

function readHtml(row: Row, losses: Losses): string | null {
  const { html, lexical, mobiledoc, markdown } = row;
  const hasHtml = text(html).trim() !== '';
  const texts = hasHtml ? [html] : [lexical, mobiledoc, markdown];
  if (texts.some((value) => isTextTooLong(text(value)))) return null;
  if (hasHtml) return text(html);
  return (
    lexicalToHtml(text(lexical), losses) ??
    mobiledocToHtml(text(mobiledoc), losses) ??
    markdownToHtml(text(markdown))
  );
}

/** Exports have a placeholder instead of the site's URL. */
function withSitePaths(html: string, folder: string): string {
  return html.replace(/__GHOST_URL__\/?/g, () => `${folder}/`);
}

function findTags({ tags, tagsOfPost }: GhostTables, { id }: Row): string[] {
  const found = (tagsOfPost.get(text(id)) ?? []).map((tagId) => tags.get(tagId));
  return [...new Set(found.flatMap((tag) => (tag && !tag.isInternal ? [tag.slug] : [])))];
}

function findAuthors({ users, authorsOfPost }: GhostTables, { id, author_id }: Row) {
  const ids = authorsOfPost.get(text(id)) ?? [text(author_id)];
  return ids.map((userId) => users.get(userId)).filter((user) => user !== undefined);
}

/** Of posts that had a page, also if they are drafts here. */
function listAddresses(tables: GhostTables, row: Row, folder: string): string[] {
  if (row.status !== 'published' && row.status !== 'sent') return [];
  const pattern = isPage(row) ? defaultPermalinks : tables.settings.get('permalinks') || defaultPermalinks;
  const timeZone = tables.settings.get('timezone') ?? tables.settings.get('active_timezone') ?? 'UTC';
  const post = {
    id: text(row.id),
    slug: text(row.slug),
    author: findAuthors(tables, row)[0]?.slug ?? '',
    tag: findTags(tables, row)[0] ?? '',
    publishedAt: parseForeignDate(row.published_at),
  };
  return [folder + buildPermalink(pattern, post, timeZone)];
}

function withoutEmpty(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== ''));
}

interface PermalinkPost {
  id: string;
  slug: string;
  author: string;
  tag: string;
  /** ISO 8601. */
  publishedAt: string | null;
}

const defaultPermalinks = '/:slug/';

/** Ghost's setting, such as `/:year/:month/:slug/`. Dates are in the time zone of the site. */
export function buildPermalink(pattern: string, post: PermalinkPost, timeZone: string): string {
  const { id, slug, author, tag } = post;
  const [year = '', month = '', day = ''] = formatDay(post.publishedAt, timeZone);
  const values = { id, slug, author, primary_author: author, tag, primary_tag: tag, year, month, day };
  const byName = new Map(Object.entries(values));
  return pattern.replace(/:([a-z_]+)/g, (name, key: string) => encodeURIComponent(byName.get(key) ?? name));
}

function formatDay(date: string | null, timeZone: string): string[] {
  if (date === null) return [];
  const options = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC';
  // Swedish dates are written like ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { ...options, timeZone: zone }).format(new Date(date)).split('-');
}

function isTimeZone(timeZone: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone }) !== null;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
