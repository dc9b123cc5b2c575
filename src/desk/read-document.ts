import { eq } from 'drizzle-orm';
import type { Post } from '#blog/contract.ts';
import type { Queries } from '#database/connect.ts';
import { post, workingCopy } from '#database/schema.ts';
import type { DeskDocument, PostFields } from './contract.ts';
import type { DeskTools } from './desk-tools.ts';
import { readLanguages } from './read-languages.ts';

/** A post as the editor opens it: what readers see, the texts of its working copy over it. */
export async function readDocument(
  tools: Pick<DeskTools, 'readFullPosts' | 'textDigest'>,
  queries: Queries,
  id: string,
): Promise<DeskDocument | null> {
  if (!isId(id)) return null;
  const [found] = await tools.readFullPosts(queries, [id]);
  const [row] = await queries
    .select({ version: post.version, scheduledAt: post.scheduledAt, copy: workingCopy.fields })
    .from(post)
    .leftJoin(workingCopy, eq(workingCopy.postId, post.id))
    .where(eq(post.id, id));
  if (!found || !row) return null;
  const languages = await readLanguages(tools, queries, [found.article_id]);
  return {
    id,
    article_id: found.article_id,
    locale: found.locale,
    version: row.version,
    fields: { ...fieldsOf(found), ...(row.copy as Partial<PostFields> | null) },
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

/** The editor's form of a post as it is kept. */
export function fieldsOf(post: Post): PostFields {
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

/** Whether the database can be asked for it: anything else would be an error there. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
