import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { accountUser, article } from '#database/schema.ts';
import { locales } from '#i18n/locales.ts';
import { ok } from '#platform/result.ts';
import { describeDatabases } from '#test/support/databases.ts';
import { createAuthors } from './authors.ts';
import { authorProfileSchema, bioLengthLimit } from './authors-contract.ts';
import { type BlogChange, listQuerySchema, type PostInput } from './contract.ts';
import { openWriter } from './fixtures/open-writer.ts';

const profile = (more: object = {}) =>
  authorProfileSchema.parse({ name: 'Ada Lovelace', bios: {}, is_public: true, ...more });

async function openAuthors(open: Parameters<typeof openWriter>[0]) {
  const blog = await openWriter(open);
  const changes: BlogChange[] = [];
  const authors = createAuthors({
    database: blog.database,
    imageStore: { store: async () => ok({ id: '', src: '', srcset: '', width: 1, height: 1 }) },
    now: () => blog.clock.now,
    emitChange: (change) => void changes.push(change),
  });
  await addUser(blog.database, 'ada', 'Ada');
  await addUser(blog.database, 'bob', 'Bob');
  const publish = (input: Partial<PostInput> = {}) =>
    blog.save({ locale: 'en', title: 'One', status: 'published', author_id: 'ada', ...input });
  const titles = async (query: object) =>
    (await blog.reader.listPosts(listQuerySchema.parse(query))).posts.map(({ title }) => title);
  return { ...blog, authors, changes, publish, titles };
}

async function addUser(database: Database, id: string, name: string) {
  await database.query.insert(accountUser).values({ id, name, email: `${id}@example.org`, role: 'author' });
}

describeDatabases('authors', (open) => {
  test("nobody's name is public until they show it", async () => {
    await using blog = await openAuthors(open);
    const { id, slug } = await blog.publish();
    const readAuthor = async () => {
      const found = await blog.reader.findPost('en', slug);
      return found.kind === 'post' ? found.post.author : found;
    };
    expect(await readAuthor()).toBeNull();
    await blog.authors.saveProfile('ada', profile({ is_public: false }));
    expect(await readAuthor()).toBeNull();
    expect(await blog.reader.findAuthor('en', 'ada-lovelace')).toEqual({ kind: 'missing' });
    expect(await blog.reader.listAuthorPages()).toEqual([]);
    await blog.authors.saveProfile('ada', profile());
    expect(await readAuthor()).toEqual({ name: 'Ada Lovelace', slug: 'ada-lovelace', image_url: null });
    expect(id).toEqual(expect.any(String));
  });

  test('a profile starts with the name of the account, and has a bio per language', async () => {
    await using blog = await openAuthors(open);
    const { authors } = blog;
    expect(await authors.readProfile('ada')).toEqual({
      id: 'ada',
      slug: null,
      name: 'Ada',
      bios: {},
      is_public: false,
      image: null,
    });
    expect(await authors.readProfile('nobody')).toBeNull();
    await authors.saveProfile('ada', profile({ bios: { en: ' A\n bio\0 ', de: ' ' } }));
    expect(await authors.readProfile('ada')).toMatchObject({ name: 'Ada Lovelace', bios: { en: 'A bio' } });
    await blog.publish();
    await blog.publish({ locale: 'th', title: 'สอง' });
    const inGerman = await blog.reader.findAuthor('de', 'ada-lovelace');
    expect(inGerman).toMatchObject({ author: { bio: null, locales: ['en', 'th'] } });
    expect(await blog.reader.findAuthor('en', 'ada-lovelace')).toMatchObject({ author: { bio: 'A bio' } });
    expect(await blog.reader.listAuthorPages()).toEqual([{ slug: 'ada-lovelace', locales: ['en', 'th'] }]);
    expect(
      authorProfileSchema.safeParse({ ...profile(), bios: { en: 'x'.repeat(bioLengthLimit + 1) } }).success,
    ).toBe(false);
  });

  test('a slug is unique and follows the name, and former slugs redirect', async () => {
    await using blog = await openAuthors(open);
    const { authors, reader } = blog;
    await authors.saveProfile('ada', profile({ name: 'Zoë Müller' }));
    await authors.saveProfile('bob', profile({ name: 'Zoe Muller' }));
    expect(await authors.readProfile('bob')).toMatchObject({ slug: 'zoe-muller-2' });
    await authors.saveProfile('bob', profile({ name: 'Zoe Muller', bios: { en: 'x' } }));
    expect(await authors.readProfile('bob')).toMatchObject({ slug: 'zoe-muller-2' });
    await authors.saveProfile('ada', profile({ name: 'Zoë Smith' }));
    expect(await reader.findAuthor('en', 'zoe-muller')).toEqual({ kind: 'moved', slug: 'zoe-smith' });
    await authors.saveProfile('bob', profile({ name: 'สมชาย' }));
    expect(await authors.readProfile('bob')).toMatchObject({ slug: 'สมชาย' });
    await authors.saveProfile('bob', profile({ name: 'Zoe Muller' }));
    expect(await authors.readProfile('bob')).toMatchObject({ slug: 'zoe-muller-2' });
    await authors.saveProfile('ada', profile({ name: 'Zoë Smith', is_public: false }));
    expect(await reader.findAuthor('en', 'zoe-muller')).toEqual({ kind: 'missing' });
  });

  test('the list of an author combines with the other filters', async () => {
    await using blog = await openAuthors(open);
    const tagId = await blog.writer.ensureTag({ slug: 'video', names: { en: 'Video' } });
    await blog.authors.saveProfile('ada', profile());
    await blog.publish({ title: 'First by Ada' });
    await blog.publish({ title: 'Draft by Ada', status: 'draft' });
    await blog.publish({ title: 'By Bob', author_id: 'bob', tag_ids: [tagId] });
    await blog.publish({ title: 'Tagged by Ada', tag_ids: [tagId] });
    const author = 'ada-lovelace';
    expect((await blog.titles({ author })).toSorted()).toEqual(['First by Ada', 'Tagged by Ada']);
    expect(await blog.titles({ author, tag: 'video' })).toEqual(['Tagged by Ada']);
    expect(await blog.titles({ author, search: 'first' })).toEqual(['First by Ada']);
    expect(await blog.titles({ author, locale: 'de' })).toEqual([]);
    expect(await blog.titles({ author: 'bob' })).toEqual([]);
  });

  test('changing the author changes all languages of the post and announces the published ones', async () => {
    await using blog = await openAuthors(open);
    const { authors, changes } = blog;
    const { id, article_id, version } = await blog.publish();
    await blog.save({ locale: 'de', title: 'Eins', status: 'draft', article_id });
    expect(await authors.changeAuthor(id, 'nobody')).toMatchObject({ error: { code: 'author.missing' } });
    expect(await authors.changeAuthor('x', 'bob')).toMatchObject({ error: { code: 'post.missing' } });
    expect(changes).toEqual([]);
    expect(await authors.changeAuthor(id, 'bob')).toEqual({ ok: true, value: null });
    expect(changes).toEqual([{ articleId: article_id, locales: ['en'] }]);
    const [row] = await blog.database.query.select().from(article).where(eq(article.id, article_id));
    expect(row?.authorId).toBe('bob');
    const found = await blog.reader.findPost('en', 'one');
    expect(found).toMatchObject({ post: { author_id: 'bob', updated_at: expect.any(String) } });
    expect(version).toBe(1);
  });

  test('a deleted account takes its profile with it', async () => {
    await using blog = await openAuthors(open);
    await blog.authors.saveProfile('ada', profile());
    const { slug } = await blog.publish();
    await blog.database.query.delete(accountUser).where(eq(accountUser.id, 'ada'));
    expect(await blog.reader.findPost('en', slug)).toMatchObject({ post: { author: null } });
    expect(await blog.reader.findAuthor('en', 'ada-lovelace')).toEqual({ kind: 'missing' });
  });

  test('an imported name joins the author with its slug, or becomes one without an account', async () => {
    await using blog = await openAuthors(open);
    const { authors, writer } = blog;
    await authors.saveProfile('ada', profile());
    expect(await writer.ensureAuthor({ slug: 'ada-lovelace', name: 'Someone' })).toBe('ada');
    const id = await writer.ensureAuthor({ slug: 'Mira/L', name: ' Mira\n L ' });
    expect(await writer.ensureAuthor({ slug: 'Mira/L', name: 'Mira L' })).toBe(id);
    expect(await authors.readProfile(id)).toMatchObject({ slug: 'mira-l', name: 'Mira L', is_public: true });
    expect(await authors.listAuthors()).toEqual([
      { id: 'ada', name: 'Ada Lovelace', is_public: true, has_account: true },
      { id: 'bob', name: 'Bob', is_public: false, has_account: true },
      { id, name: 'Mira L', is_public: true, has_account: false },
    ]);
    await authors.saveProfile(id, profile({ name: 'Mira Lind', is_public: false }));
    expect(await authors.readProfile(id)).toMatchObject({ slug: 'mira-lind', is_public: false });
  });

  test('a changed profile is announced in all languages', async () => {
    await using blog = await openAuthors(open);
    await blog.authors.saveProfile('nobody', profile());
    await blog.authors.saveProfile('ada', profile());
    await blog.authors.saveImage('ada', null);
    expect(blog.changes).toEqual(
      Array.from({ length: 2 }, () => ({ articleId: null, locales: [...locales] })),
    );
  });
});
