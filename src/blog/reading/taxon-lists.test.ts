import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { lockUntilCommit } from '#database/advisory-locks.ts';
import { article, articleTag, category, post, tag, taxonPost } from '#database/schema.ts';
import { describeDatabases, type TestDatabase } from '#test/support/databases.ts';
import { listQuerySchema } from '../contract.ts';
import { createSeeder } from '../fixtures/seed-posts.ts';
import { createBlogReader } from '../read.ts';
import { createTaxonomy } from '../taxonomy.ts';

const slugs = ['one', 'two'];
const languages = ['en', 'th'] as const;
const statuses = ['published', 'published', 'draft', 'archived'] as const;

describeDatabases('lists of categories and tags', (open) => {
  test('stay correct whatever changes', async () => {
    await using database = await open();
    const { query } = database;
    const { seedPost, seedCategory, seedTag } = createSeeder(query);
    const pick = <T>(values: readonly T[]) => values[Math.floor(Math.random() * values.length)] as T;
    const categoryIds = await Promise.all(slugs.map((slug) => seedCategory(slug)));
    const tagIds = await Promise.all(slugs.map((slug) => seedTag(slug)));
    const date = () => new Date(Date.UTC(2026, 0, pick([1, 2, 3, 4])));
    const postIds: string[] = [];
    const articleIds: string[] = [];
    for (let index = 0; index < 16; index += 1) {
      const { id, articleId } = await seedPost({
        ...(index % 3 > 0 && { category: pick(slugs) }),
        tags: slugs.filter(() => Math.random() < 0.5),
        status: pick(statuses),
        publishedAt: date(),
      });
      const translation = { articleId, locale: 'th', status: pick(statuses), publishedAt: date() } as const;
      postIds.push(id, (await seedPost(translation)).id);
      articleIds.push(articleId);
    }
    // The triggers of one statement run after all of its changes.
    await query.execute(sql`
      with added as (insert into article (source_locale, category_id) values ('en', ${categoryIds[0]}) returning id),
      tagged as (insert into article_tag (article_id, tag_id) select added.id, tag.id from added, tag)
      insert into post (article_id, locale, slug, title, status, published_at)
      select id, 'en', 'together', 'Together', 'published', now() from added`);
    await expectReferenceLists(database);

    const changes: (() => Promise<unknown>)[] = [
      () =>
        query
          .update(post)
          .set({ status: pick(statuses) })
          .where(eq(post.id, pick(postIds))),
      () =>
        query
          .update(post)
          .set({ publishedAt: date() })
          .where(eq(post.id, pick(postIds))),
      () => query.delete(post).where(eq(post.id, pick(postIds))),
      () => query.delete(article).where(eq(article.id, pick(articleIds))),
      () =>
        query
          .update(article)
          .set({ categoryId: pick([...categoryIds, null]) })
          .where(eq(article.id, pick(articleIds))),
      () => query.delete(articleTag).where(eq(articleTag.articleId, pick(articleIds))),
      async () => {
        const [found] = await query.select({ id: article.id }).from(article).limit(1);
        const row = found && { articleId: found.id, tagId: pick(tagIds) };
        if (row) await query.insert(articleTag).values(row).onConflictDoNothing();
      },
      // Merges two tags.
      async () => {
        const [from, to] = [pick(tagIds), pick(tagIds)];
        const rows = await query.select().from(articleTag).where(eq(articleTag.tagId, from));
        const moved = rows.map(({ articleId }) => ({ articleId, tagId: to }));
        if (moved.length > 0) await query.insert(articleTag).values(moved).onConflictDoNothing();
        if (from !== to) await query.delete(articleTag).where(eq(articleTag.tagId, from));
      },
    ];
    for (let round = 0; round < 3; round += 1) {
      for (const change of changes) await change();
      await expectReferenceLists(database);
    }
    await query.delete(category).where(eq(category.slug, 'one'));
    await query.delete(tag).where(eq(tag.slug, 'two'));
    await expectReferenceLists(database);
  });

  test('of a category or tag that is removed while a post is published keep no row of it', async () => {
    await using database = await open();
    const { query } = database;
    const { seedPost, seedCategory, seedTag } = createSeeder(query);
    const taxonomy = createTaxonomy({ database, now: Date.now, emitChange: () => undefined });
    const [categoryId, tagId] = [await seedCategory('one'), await seedTag('one')];
    for (const remove of [() => taxonomy.removeCategory(categoryId), () => taxonomy.removeTag(tagId)]) {
      const { id } = await seedPost({ category: 'one', tags: ['one'], status: 'draft' });
      let removal = Promise.resolve<unknown>(null);
      let isRemoved = false;
      await database.transaction(async (queries) => {
        await lockUntilCommit(queries, 'blogWrites');
        await queries
          .update(post)
          .set({ status: 'published', publishedAt: new Date() })
          .where(eq(post.id, id));
        removal = remove().then(() => {
          isRemoved = true;
        });
        // The embedded database runs one transaction after the other.
        if (database.kind === 'server')
          await expect.poll(async () => isRemoved || isWaiting(database)).toBe(true);
      });
      await removal;
      const taxa = await query.select({ id: taxonPost.taxonId }).from(taxonPost);
      const existing = [...(await taxonomy.listCategories()), ...(await taxonomy.listTags())];
      expect(new Set(taxa.map((row) => row.id))).toEqual(new Set(existing.map((taxon) => taxon.id)));
    }
  });
});

async function isWaiting({ executeSql }: TestDatabase): Promise<boolean> {
  const { rows } = await executeSql("select from pg_locks where locktype = 'advisory' and not granted");
  return rows.length > 0;
}

/** Compares with lists made from all rows. */
async function expectReferenceLists({ query }: TestDatabase): Promise<void> {
  const reader = createBlogReader({ database: { query }, now: Date.now });
  const published = await query
    .select({
      id: post.id,
      locale: post.locale,
      at: post.publishedAt,
      articleId: post.articleId,
      category: category.slug,
    })
    .from(post)
    .innerJoin(article, eq(article.id, post.articleId))
    .leftJoin(category, eq(category.id, article.categoryId))
    .where(eq(post.status, 'published'));
  published.sort((a, b) => Number(b.at) - Number(a.at) || (a.id < b.id ? 1 : -1));
  const tagged = await query
    .select({ articleId: articleTag.articleId, slug: tag.slug })
    .from(articleTag)
    .innerJoin(tag, eq(tag.id, articleTag.tagId));
  for (const locale of languages) {
    for (const categorySlug of ['', ...slugs]) {
      for (const tagSlug of ['', ...slugs]) {
        const filters = { locale, category: categorySlug, tag: tagSlug };
        const { posts, totalPosts } = await reader.listPosts(
          listQuerySchema.parse({ ...filters, pageSize: 100 }),
        );
        const expected = published
          .filter((row) => row.locale === locale && (categorySlug === '' || row.category === categorySlug))
          .filter(
            ({ articleId }) =>
              tagSlug === '' || tagged.some((row) => row.articleId === articleId && row.slug === tagSlug),
          )
          .map(({ id }) => id);
        expect({ ...filters, ids: posts.map(({ id }) => id) }).toEqual({ ...filters, ids: expected });
        expect(totalPosts).toBe(expected.length);
      }
    }
  }
}
