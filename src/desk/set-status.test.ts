import { expect, test } from 'vitest';
import { article, post, revision } from '#database/schema.ts';
import { describeDatabases } from '#test/support/databases.ts';
import { createSower, editor, form, openDesk, unwrap } from '#test/support/open-desk.ts';

const missingId = '0199c7f0-7a11-4a2b-9c3d-1e2f3a4b5c6d';
const conflict = { ok: false, error: { code: 'post.conflict', current: { version: 2 } } };

describeDatabases('another status', (open) => {
  test('takes a post from its readers and gives it back, dated as before, with what was typed', async () => {
    await using database = await open();
    using at = openDesk(database);
    const fields = form({ title: 'One', content: '<p>Text</p>', status: 'published' });
    const made = unwrap(await at.desk.createPost({ mode: 'publish', fields }, editor));
    const typed = { mode: 'autosave', fields: { ...fields, title: 'Two' } } as const;
    unwrap(await at.desk.savePost(made.id, 1, typed, editor));
    expect(await at.desk.setStatus(made.id, 1, 'archived', editor)).toMatchObject(conflict);

    at.clock.now += 60_000;
    const archived = unwrap(await at.desk.setStatus(made.id, 2, 'archived', editor));
    expect(archived).toMatchObject({
      ...{ status: 'archived', version: 3, has_working_copy: true, published_at: made.published_at },
      fields: { title: 'Two', content: '<p>Text</p>', status: 'archived' },
    });
    expect(at.changes.at(-1)?.locales).toEqual(['en']);
    expect(await at.reader.findPost('en', 'one')).toEqual({ kind: 'missing' });

    unwrap(await at.desk.setStatus(made.id, 3, 'published', editor));
    expect(await at.reader.findPost('en', 'one')).toMatchObject({
      post: { title: 'One', content: '<p>Text</p>', published_at: made.published_at },
    });
    const [last] = await at.desk.listRevisions(made.id);
    expect(last).toMatchObject({ kind: 'published', version: 4 });
  });
});

describeDatabases('removing a post', (open) => {
  test('takes its revisions with it, and its article where it was the last language', async () => {
    await using database = await open();
    using at = openDesk(database);
    const sower = createSower(database.query);
    const english = await sower.sowPost();
    const german = await sower.sowPost({ locale: 'de', articleId: english.articleId });
    unwrap(await at.desk.savePost(english.id, 1, { mode: 'autosave', fields: form({ title: 'X' }) }, editor));
    expect(await at.desk.removePost(english.id, 1)).toMatchObject(conflict);
    expect(await at.desk.removePost(english.id, 2)).toEqual({ ok: true, value: null });
    expect(at.changes.at(-1)).toEqual({ articleId: english.articleId, locales: ['en', 'de'] });
    expect(await database.query.select().from(revision)).toEqual([]);
    expect(await database.query.select().from(article)).toHaveLength(1);

    unwrap(await at.desk.removePost(german.id, 1));
    expect(await database.query.select().from(post)).toEqual([]);
    expect(await database.query.select().from(article)).toEqual([]);
  });

  test('or changing one that is not there is refused', async () => {
    await using database = await open();
    using at = openDesk(database);
    const missing = { ok: false, error: { code: 'post.missing' } };
    const save = { mode: 'save', fields: form() } as const;
    for (const id of [missingId, 'nothing']) {
      expect(await at.desk.openPost(id)).toBeNull();
      expect(await at.desk.previewPost(id)).toBeNull();
      expect(await at.desk.savePost(id, 1, save, editor)).toEqual(missing);
      expect(await at.desk.setStatus(id, 1, 'draft', editor)).toEqual(missing);
      expect(await at.desk.discardWorkingCopy(id, 1, editor)).toEqual(missing);
      expect(await at.desk.removePost(id, 1)).toEqual(missing);
    }
    expect(await at.desk.createPost({ ...save, article_id: missingId }, editor)).toEqual(missing);
  });
});
