import { eq, inArray } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { category, mediaFile, tag } from '#database/schema.ts';
import type { Category, Post, Tag } from './contract.ts';
import { byName, categoryFromRow, tagFromRow } from './localized-names.ts';
import { pictureIdOf, pictureOf } from './picture-address.ts';
import { readTime } from './read-time.ts';

type Texts = Pick<
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
type Shared = Pick<Post, 'category_id' | 'featured_image_url'> & { tag_ids: string[] };

/** A post as it would be with these fields, which are sanitised already and whose pictures are ours. Nothing is written. */
export async function previewPost(
  queries: Queries,
  post: Post,
  { category_id, tag_ids, featured_image_url, ...texts }: Partial<Texts & Shared>,
): Promise<Post> {
  const { title, excerpt, content, featured_image_alt, ...found } = { ...post, ...texts };
  const { seo_title, seo_description, seo_keywords } = found;
  const slug = texts.slug || post.slug;
  return {
    ...post,
    ...{ title, slug, excerpt, content, featured_image_alt, seo_title, seo_description, seo_keywords },
    ...(category_id !== undefined && (await categoryOf(queries, post, category_id))),
    ...(tag_ids !== undefined && { tags: await tagsOf(queries, post, tag_ids) }),
    ...(featured_image_url !== undefined && (await coverOf(queries, featured_image_url))),
    read_time_minutes: readTime(content),
  };
}

async function categoryOf(
  queries: Queries,
  { locale }: Post,
  id: string | null,
): Promise<{ category_id: string | null; category: Category | null }> {
  const [row] = id === null ? [] : await queries.select().from(category).where(eq(category.id, id));
  return { category_id: row?.id ?? null, category: row ? categoryFromRow(row, locale) : null };
}

async function tagsOf(queries: Queries, { locale }: Post, ids: string[]): Promise<Tag[]> {
  if (ids.length === 0) return [];
  const rows = await queries.select().from(tag).where(inArray(tag.id, ids));
  return byName(
    locale,
    rows.map((row) => tagFromRow(row, locale)),
  );
}

async function coverOf(queries: Queries, address: string | null) {
  const id = pictureIdOf(address ?? '');
  const [row] = id === null ? [] : await queries.select().from(mediaFile).where(eq(mediaFile.id, id));
  const picture = row && pictureOf(row);
  return {
    featured_image_url: picture?.src ?? null,
    featured_image_width: picture?.width ?? null,
    featured_image_height: picture?.height ?? null,
    featured_image_srcset: picture?.srcset ?? null,
  };
}
