import { eq, inArray } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { category, mediaFile, tag } from '#database/schema.ts';
import type { Category, Post, Tag } from '../contract.ts';
import { imageIdFromUrl, toStoredImage } from '../images/image-urls.ts';
import { readingTimeMinutes } from '../plain-text.ts';
import { readPosts } from '../read-posts.ts';
import { sortByName, toCategory, toTag } from '../taxonomy/read-taxonomy.ts';
import type { EditingDeps } from './deps.ts';
import { readEditorPost } from './editor-posts.ts';

type TextFields = Pick<
  Post,
  | 'title'
  | 'slug'
  | 'excerpt'
  | 'content'
  | 'featured_image_alt'
  | 'seo_title'
  | 'seo_description'
  | 'seo_keywords'
>;
type SharedFields = Pick<Post, 'category_id' | 'featured_image_url'> & { tag_ids: string[] };

/** The fields must be sanitized. */
async function applyFieldsToPost(
  queries: Queries,
  post: Post,
  { category_id, tag_ids, featured_image_url, ...texts }: Partial<TextFields & SharedFields>,
): Promise<Post> {
  const { title, excerpt, content, featured_image_alt, ...found } = { ...post, ...texts };
  const { seo_title, seo_description, seo_keywords } = found;
  const slug = texts.slug || post.slug;
  return {
    ...post,
    title,
    slug,
    excerpt,
    content,
    featured_image_alt,
    seo_title,
    seo_description,
    seo_keywords,
    ...(category_id !== undefined && (await loadCategory(queries, post, category_id))),
    ...(tag_ids !== undefined && { tags: await loadTags(queries, post, tag_ids) }),
    ...(featured_image_url !== undefined && (await loadCover(queries, featured_image_url))),
    read_time_minutes: readingTimeMinutes(content),
  };
}

async function loadCategory(
  queries: Queries,
  { locale }: Post,
  id: string | null,
): Promise<{ category_id: string | null; category: Category | null }> {
  const [row] = id === null ? [] : await queries.select().from(category).where(eq(category.id, id));
  return { category_id: row?.id ?? null, category: row ? toCategory(row, locale) : null };
}

async function loadTags(queries: Queries, { locale }: Post, ids: string[]): Promise<Tag[]> {
  if (ids.length === 0) return [];
  const rows = await queries.select().from(tag).where(inArray(tag.id, ids));
  return sortByName(
    locale,
    rows.map((row) => toTag(row, locale)),
  );
}

async function loadCover(queries: Queries, url: string | null) {
  const id = imageIdFromUrl(url ?? '');
  const [row] = id === null ? [] : await queries.select().from(mediaFile).where(eq(mediaFile.id, id));
  const image = row && toStoredImage(row);
  return {
    featured_image_url: image?.src ?? null,
    featured_image_width: image?.width ?? null,
    featured_image_height: image?.height ?? null,
    featured_image_srcset: image?.srcset ?? null,
  };
}

export async function readPostPreview(deps: EditingDeps, id: string): Promise<Post | null> {
  const { query } = deps.database;
  const editorPost = await readEditorPost(query, id);
  const [post] = editorPost ? await readPosts(query, [id]) : [];
  return editorPost && post ? applyFieldsToPost(query, post, editorPost.fields) : null;
}
