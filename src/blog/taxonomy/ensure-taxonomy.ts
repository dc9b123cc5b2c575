import { eq } from 'drizzle-orm';
import { category, type LocalizedText, tag } from '#database/schema.ts';
import { locales } from '#i18n/locales.ts';
import type { BlogWriterDeps } from '../writing/publish-article.ts';

export interface NewCategory {
  slug: string;
  color: string;
  names: LocalizedText;
  descriptions: Partial<Record<string, string>>;
}

export interface NewTag {
  slug: string;
  names: LocalizedText;
}

/** Returns the id. Never changes an existing category. */
export async function ensureCategory(deps: BlogWriterDeps, input: NewCategory): Promise<string> {
  if (!/^#[0-9a-f]{6}$/i.test(input.color)) throw new Error(`invalid color: ${input.color}`);
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
  if (!existing) throw new Error(`category ${slug} was deleted concurrently`);
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
  if (!existing) throw new Error(`tag ${slug} was deleted concurrently`);
  return existing.id;
}

async function emitTaxonomyChange(deps: BlogWriterDeps, id: string): Promise<string> {
  await deps.emitChange({ articleId: null, locales: [...locales] });
  return id;
}
