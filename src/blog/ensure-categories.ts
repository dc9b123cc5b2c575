import { eq } from 'drizzle-orm';
import { category, type LocalizedText, tag } from '#database/schema.ts';
import { locales } from '#i18n/locales.ts';
import type { WritingDesk } from './save-post.ts';

export interface CategoryWish {
  slug: string;
  /** `#rrggbb` */
  color: string;
  names: LocalizedText;
  descriptions: Partial<Record<string, string>>;
}

export interface TagWish {
  slug: string;
  names: LocalizedText;
}

/** The id of the category with this slug, made where there is none; one that is there stays as it is. */
export async function ensureCategory(desk: WritingDesk, wish: CategoryWish): Promise<string> {
  if (!/^#[0-9a-f]{6}$/i.test(wish.color)) throw new Error(`not a colour: ${wish.color}`);
  const { slug, color, names, descriptions } = wish;
  const [made] = await desk.database.query
    .insert(category)
    .values({ slug, color, names, descriptions, createdAt: new Date(desk.now()) })
    .onConflictDoNothing({ target: category.slug })
    .returning({ id: category.id });
  if (made) return announced(desk, made.id);
  const [kept] = await desk.database.query
    .select({ id: category.id })
    .from(category)
    .where(eq(category.slug, slug));
  if (!kept) throw new Error(`the category ${slug} was deleted while it was asked for`);
  return kept.id;
}

/** The same for a tag. */
export async function ensureTag(desk: WritingDesk, { slug, names }: TagWish): Promise<string> {
  const [made] = await desk.database.query
    .insert(tag)
    .values({ slug, names, createdAt: new Date(desk.now()) })
    .onConflictDoNothing({ target: tag.slug })
    .returning({ id: tag.id });
  if (made) return announced(desk, made.id);
  const [kept] = await desk.database.query.select({ id: tag.id }).from(tag).where(eq(tag.slug, slug));
  if (!kept) throw new Error(`the tag ${slug} was deleted while it was asked for`);
  return kept.id;
}

/** Every list offers it in its filter. */
async function announced(desk: WritingDesk, id: string): Promise<string> {
  await desk.announce({ articleId: null, locales: [...locales] });
  return id;
}
