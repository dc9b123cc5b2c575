import { createHash } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { plainText } from '#content/sanitize-content.ts';
import type { Queries } from '#database/database.ts';
import { category, tag } from '#database/schema.ts';
import { countWords, readingMinutes } from '#i18n/reading-time.ts';
import { createSealer } from '#platform/crypto/sealed-token.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { Post } from './contract.ts';
import { findStoredImage, imageIdFromUrl } from './images.ts';
import { readPosts, readStoredPost, toCategory, toTags } from './read-posts.ts';
import { pickPostTexts } from './texts-contract.ts';

const previewLifetimeMs = 7 * 24 * 3_600_000;

/** `missing`: invalid link or deleted post; `changed`: the text has changed since the link was created. */
type PreviewErrorCode = 'preview.missing' | 'preview.expired' | 'preview.changed';

interface SharedPreview {
  post: Post;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export interface PreviewLinks {
  create(post: Post): { path: string; expiresAt: number };
  open(token: string): Promise<Result<SharedPreview, PreviewErrorCode>>;
}

const sealedSchema = z.tuple([z.uuid(), z.string(), z.int()]);

export function createPreviewLinks(options: {
  secret: string | Buffer;
  previewPost(id: string): Promise<Post | null>;
  now(): number;
}): PreviewLinks {
  const sealer = createSealer(options.secret, 'preview');
  return {
    create(post) {
      const expiresAt = options.now() + previewLifetimeMs;
      const sealed: z.input<typeof sealedSchema> = [post.id, previewDigest(post), expiresAt];
      return { path: `/preview/${sealer.seal(sealed)}`, expiresAt };
    },
    async open(token) {
      const opened = sealer.open(token);
      if (!opened.ok) return fail('preview.missing');
      const [id, digest, expiresAt] = sealedSchema.parse(opened.value);
      if (options.now() >= expiresAt) return fail('preview.expired');
      const post = await options.previewPost(id);
      if (!post) return fail('preview.missing');
      return previewDigest(post) === digest ? ok({ post, expiresAt }) : fail('preview.changed');
    },
  };
}

/** Covers what a preview shows, so that a link doesn't expose later edits. */
function previewDigest(post: Post): string {
  const { title, excerpt, content, featured_image_alt: alt, ...others } = pickPostTexts(post);
  const { seo_title, seo_description, seo_keywords, ...laterTexts } = others;
  const shown = [title, seo_title, excerpt, content, post.featured_image_url, alt];
  const serialized = JSON.stringify([...shown, ...Object.values(laterTexts).filter(Boolean)]);
  return createHash('sha256').update(serialized).digest('base64url').slice(0, 22);
}

/** The post with its working copy, as it would be published. */
export async function readPostPreview(queries: Queries, id: string): Promise<Post | null> {
  const stored = await readStoredPost(queries, id);
  const [post] = stored ? await readPosts(queries, [id]) : [];
  if (!stored || !post) return null;
  const { slug, status, category_id, tag_ids, featured_image_url, ...texts } = stored.editedFields;
  const [categoryRow] =
    category_id === null ? [] : await queries.select().from(category).where(eq(category.id, category_id));
  const tagRows =
    tag_ids.length === 0 ? [] : await queries.select().from(tag).where(inArray(tag.id, tag_ids));
  const coverId = imageIdFromUrl(featured_image_url ?? '');
  const cover = coverId === null ? null : await findStoredImage(queries, coverId);
  return {
    ...post,
    ...texts,
    slug: slug || post.slug,
    category_id: categoryRow?.id ?? null,
    category: categoryRow ? toCategory(categoryRow, post.locale) : null,
    tags: toTags(tagRows, post.locale),
    featured_image_url: cover?.src ?? null,
    featured_image_width: cover?.width ?? null,
    featured_image_height: cover?.height ?? null,
    featured_image_srcset: cover?.srcset ?? null,
    read_time_minutes: readingMinutes(countWords(plainText(texts.content))),
  };
}
