import { eq } from 'drizzle-orm';
import type { Post } from '#blog/contract.ts';
import { readPosts } from '#blog/read-posts.ts';
import type { Queries } from '#database/connect.ts';
import { post, workingCopy } from '#database/schema.ts';
import type { EditorPost, PostFields } from './contract.ts';
import { readArticleTranslations } from './read-languages.ts';

/** The post with its working copy applied. */
export async function readEditorPost(queries: Queries, id: string): Promise<EditorPost | null> {
  if (!isUuid(id)) return null;
  const [found] = await readPosts(queries, [id]);
  const [row] = await queries
    .select({ version: post.version, scheduledAt: post.scheduledAt, copy: workingCopy.fields })
    .from(post)
    .leftJoin(workingCopy, eq(workingCopy.postId, post.id))
    .where(eq(post.id, id));
  if (!found || !row) return null;
  const languages = await readArticleTranslations(queries, [found.article_id]);
  return {
    id,
    article_id: found.article_id,
    locale: found.locale,
    version: row.version,
    fields: { ...toPostFields(found), ...(row.copy as Partial<PostFields> | null) },
    has_working_copy: row.copy !== null,
    status: found.status,
    published_at: found.published_at,
    scheduled_at: row.scheduledAt?.toISOString() ?? null,
    created_at: found.created_at,
    updated_at: found.updated_at,
    author_id: found.author_id,
    languages: languages.get(found.article_id) ?? [],
  };
}

export function toPostFields(post: Post): PostFields {
  return {
    title: post.title,
    slug: post.slug,
    excerpt: post.excerpt,
    content: post.content,
    featured_image_url: post.featured_image_url,
    featured_image_alt: post.featured_image_alt,
    category_id: post.category_id,
    tag_ids: post.tags.map((tag) => tag.id),
    status: post.status,
    seo_title: post.seo_title,
    seo_description: post.seo_description,
    seo_keywords: post.seo_keywords,
  };
}

/** A query with a malformed uuid would throw, so ids are checked first. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
