import { expect, test } from 'vitest';
import { article, post, revision } from '#database/schema.ts';
import { describeDatabases } from '#test/support/databases.ts';
import { createSeeder, editor, form, openBlogEditor, unwrap } from '#test/support/open-blog-editor.ts';

const missingId = '0199c7f0-7a11-4a2b-9c3d-1e2f3a4b5c6d';
const conflict = { ok: false, error: { code: 'post.conflict', current: { version: 2 } } };

describeDatabases('changing the status', (open) => {
  test('archiving hides a post, and republishing restores it with its date and working copy', async () => {
    await using fixture = await openBlogEditor(open);
    const fields = form({ title: 'One', content: '<p>Text</p>', status: 'published' });
    const created = await fixture.create({ mode: 'publish', fields });
    const autosave = { mode: 'autosave', fields: { ...fields, title: 'Two' } } as const;
    await fixture.edit(created.id, 1, autosave);
    expect(await fixture.blogEditor.setStatus(created.id, 1, 'archived', editor)).toMatchObject(conflict);

    fixture.clock.now += 60_000;
    const archived = await fixture.setStatus(created.id, 2, 'archived');
    expect(archived).toMatchObject({
      status: 'archived',
      version: 3,
      has_working_copy: true,
      published_at: created.published_at,
      fields: { title: 'Two', content: '<p>Text</p>', status: 'archived' },
    });
    expect(fixture.changes.at(-1)?.locales).toEqual(['en']);
    expect(await fixture.reader.findPost('en', 'one')).toEqual({ kind: 'missing' });

    await fixture.setStatus(created.id, 3, 'published');
    expect(await fixture.reader.findPost('en', 'one')).toMatchObject({
      post: { title: 'One', content: '<p>Text</p>', published_at: created.published_at },
    });
    const [last] = await fixture.blogEditor.listRevisions(created.id);
    expect(last).toMatchObject({ kind: 'published', version: 4 });
  });
});

describeDatabases('deleting a post', (open) => {
  test('deleting a post deletes its revisions, and its article with the last language', async () => {
    await using fixture = await openBlogEditor(open);
    const seeder = createSeeder(fixture.database.query);
    const english = await seeder.seedPost();
    const german = await seeder.seedPost({ locale: 'de', articleId: english.articleId });
    await fixture.edit(english.id, 1, { mode: 'autosave', fields: form({ title: 'X' }) });
    expect(await fixture.blogEditor.deletePost(english.id, 1)).toMatchObject(conflict);
    expect(await fixture.blogEditor.deletePost(english.id, 2)).toEqual({ ok: true, value: null });
    expect(fixture.changes.at(-1)).toEqual({ articleId: english.articleId, locales: ['en', 'de'] });
    expect(await fixture.database.query.select().from(revision)).toEqual([]);
    expect(await fixture.database.query.select().from(article)).toHaveLength(1);

    unwrap(await fixture.blogEditor.deletePost(german.id, 1));
    expect(await fixture.database.query.select().from(post)).toEqual([]);
    expect(await fixture.database.query.select().from(article)).toEqual([]);
  });

  test('changing or deleting a missing post is rejected', async () => {
    await using fixture = await openBlogEditor(open);
    const missing = { ok: false, error: { code: 'post.missing' } };
    const save = { mode: 'save', fields: form() } as const;
    for (const id of [missingId, 'nothing']) {
      expect(await fixture.blogEditor.readPost(id)).toBeNull();
      expect(await fixture.blogEditor.previewPost(id)).toBeNull();
      expect(await fixture.blogEditor.savePost(id, 1, save, editor)).toEqual(missing);
      expect(await fixture.blogEditor.setStatus(id, 1, 'draft', editor)).toEqual(missing);
      expect(await fixture.blogEditor.discardWorkingCopy(id, 1, editor)).toEqual(missing);
      expect(await fixture.blogEditor.deletePost(id, 1)).toEqual(missing);
    }
    expect(await fixture.blogEditor.createPost({ ...save, article_id: missingId }, editor)).toEqual(missing);
  });
});
