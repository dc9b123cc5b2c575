import { eq } from 'drizzle-orm';
import { category, type LocalizedText, tag } from '#database/schema.ts';
import { locales } from '#i18n/locales.ts';
import type { BlogWriterDeps } from '../writing/publish-article.ts';

export interface NewCategory {
  slug: string;
  /** `#rrggbb` */
  color: string;
  names: LocalizedText;
  descriptions: Partial<Record<string, string>>;
}

export interface NewTag {
  slug: string;
  names: LocalizedText;
}

/** Returns the id of the category with this slug; creates it if there is none, never changes it. */
export async function ensureCategory(deps: BlogWriterDeps, input: NewCategory): Promise<string> {
  if (!/^#[0-9a-f]{6}$/i.test(input.color)) throw new Error(`not a colour: ${input.color}`);
  const { slug, color, names, descriptions } = input;
  const [inserted] = await deps.database.query
    .insert(category)
    .values({ slug, color, names, descriptions, createdAt: new Date(deps.now()) })
    .onConflictDoNothing({ target: category.slug })
    .returning({ id: category.id });
  if (inserted) return emitTaxonomyChange(deps, inserted.id);
  const [existing] = await deps.database.query
    .select({ id: category.id })
    .from(category)
    .where(eq(category.slug, slug));
  if (!existing) throw new Error(`the category ${slug} was deleted while it was asked for`);
  return existing.id;
}

export async function ensureTag(deps: BlogWriterDeps, { slug, names }: NewTag): Promise<string> {
  const [inserted] = await deps.database.query
    .insert(tag)
    .values({ slug, names, createdAt: new Date(deps.now()) })
    .onConflictDoNothing({ target: tag.slug })
    .returning({ id: tag.id });
  if (inserted) return emitTaxonomyChange(deps, inserted.id);
  const [existing] = await deps.database.query.select({ id: tag.id }).from(tag).where(eq(tag.slug, slug));
  if (!existing) throw new Error(`the tag ${slug} was deleted while it was asked for`);
  return existing.id;
}

/** Covers all languages: every list shows it in its filter. */
async function emitTaxonomyChange(deps: BlogWriterDeps, id: string): Promise<string> {
  await deps.emitChange({ articleId: null, locales: [...locales] });
  return id;
}
