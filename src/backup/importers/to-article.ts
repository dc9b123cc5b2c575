import { createHash } from 'node:crypto';
import { nameLengthLimit, nameSchema } from '#accounts/contract.ts';
import { canonicalUrlSchema, postTagsMax } from '#blog/contract.ts';
import { imageIdFromUrl } from '#blog/images.ts';
import { normalizeSlug } from '#blog/slug.ts';
import { postTexts } from '#blog/texts-contract.ts';
import { plainText } from '#content/sanitize-content.ts';
import type { Locale } from '#i18n/locales.ts';
import { normalizeLine } from '#platform/normalize-text.ts';
import { uuidFromDigest } from '#platform/uuid.ts';
import type { ContentArticle } from '../content/content-schema.ts';
import { toTaxonSlug } from './ensure-taxonomy.ts';
import { hasOwnPage } from './foreign-fields.ts';
import type { ForeignPost, Losses } from './foreign-site.ts';

interface ArticleOptions {
  siteId: string;
  /** With stored images. */
  content: string;
  /** The URL of a stored image. */
  cover: string | null;
  locale: Locale;
}

const titleFromTextLength = 80;

/** The same post gets the same ids in every import, so that importing it again changes it. */
export function toArticle(
  foreignPost: ForeignPost,
  { siteId, content, cover, locale }: ArticleOptions,
): ContentArticle {
  const { kind, status, losses, publishedAt, key } = foreignPost;
  const createId = (name: string) =>
    uuidFromDigest(createHash('sha256').update(`${name} ${siteId} ${key}`).digest('hex'));
  const isPage = kind === 'page';
  if (isPage && (foreignPost.category !== null || foreignPost.tags.length > 0)) losses.add('page.taxonomy');
  const tags = [...new Set(foreignPost.tags.map(toTaxonSlug))].filter((slug) => slug !== '');
  if (!isPage) losses.add('tag.too_many', '', tags.length - postTagsMax);
  for (const address of foreignPost.addresses.filter(hasOwnPage)) losses.add('redirect.hidden', address);
  if (content.trim() === '') losses.add('post.empty');
  const timestamp = publishedAt ?? new Date(0).toISOString();
  return {
    id: createId('article'),
    kind,
    source_locale: locale,
    category: isPage || foreignPost.category === null ? null : toTaxonSlug(foreignPost.category) || null,
    tags: isPage ? [] : tags.slice(0, postTagsMax),
    author: toAuthor(foreignPost),
    cover: cover === null ? null : imageIdFromUrl(cover),
    posts: [
      {
        id: createId('post'),
        locale,
        slug: '',
        former_slugs: [],
        redirects: foreignPost.addresses.filter((address) => !hasOwnPage(address)),
        status,
        title: toTitle(foreignPost, content),
        excerpt: cut(normalizeLine(foreignPost.excerpt), postTexts.excerpt.lengthMax, losses),
        content,
        featured_image_alt: cut(
          normalizeLine(foreignPost.cover?.alt ?? ''),
          postTexts.featured_image_alt.lengthMax,
          losses,
        ),
        seo_title: toOptionalLine(foreignPost.seoTitle, postTexts.seo_title.lengthMax, losses),
        seo_description: toOptionalLine(
          foreignPost.seoDescription,
          postTexts.seo_description.lengthMax,
          losses,
        ),
        seo_keywords: [],
        canonical_url: toCanonicalUrl(foreignPost.canonicalUrl),
        published_at: publishedAt,
        created_at: timestamp,
        updated_at: timestamp,
        origin: 'human',
        source_version: null,
        source_digest: null,
        source_locale: null,
      },
    ],
  };
}

function toAuthor({ author, kind }: ForeignPost): ContentArticle['author'] {
  const name = nameSchema.safeParse(normalizeLine(author?.name ?? '').slice(0, nameLengthLimit));
  if (!author || !name.success || kind === 'page') return undefined;
  return { slug: normalizeSlug(author.slug) || normalizeSlug(name.data) || 'author', name: name.data };
}

function toTitle({ title, slug, losses }: ForeignPost, content: string): string {
  const line = normalizeLine(title);
  if (line !== '') return cut(line, postTexts.title.lengthMax, losses);
  losses.add('title.missing');
  const text = plainText(content.slice(0, 10_000)).split('\n', 1)[0] ?? '';
  return normalizeLine(text.slice(0, titleFromTextLength)) || slug || '–';
}

function toOptionalLine(value: string | null, lengthMax: number, losses: Losses): string | null {
  const line = normalizeLine(value ?? '');
  return line === '' ? null : cut(line, lengthMax, losses);
}

function cut(text: string, lengthMax: number, losses: Losses): string {
  if (text.length <= lengthMax) return text;
  losses.add('text.shortened');
  return text.slice(0, lengthMax).replace(/[\uD800-\uDBFF]$/, '');
}

function toCanonicalUrl(url: string | null): string | null {
  const parsed = canonicalUrlSchema.safeParse(url ?? '');
  return parsed.success ? parsed.data : null;
}
