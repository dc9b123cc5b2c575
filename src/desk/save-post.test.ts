import { expect, test } from 'vitest';
import { describeDatabases } from '#test/support/databases.ts';
import { author, editor, form, openDesk, unwrap } from '#test/support/open-desk.ts';

describeDatabases('saving at the desk', (open) => {
  test('a new post is a draft of its writer, and opens as it was saved', async () => {
    await using database = await open();
    using at = openDesk(database);
    const fields = form({ title: 'One', content: '<p onclick="x()">Text</p>', seo_keywords: ['a'] });
    const made = unwrap(await at.desk.createPost({ mode: 'autosave', fields, locale: 'de' }, author));
    expect(made).toMatchObject({
      ...{ locale: 'de', version: 1, status: 'draft', author_id: 'a', has_working_copy: false },
      ...{ published_at: null, scheduled_at: null, languages: [{ locale: 'de', slug: 'one', title: 'One' }] },
      fields: { title: 'One', slug: 'one', content: '<p>Text</p>', seo_keywords: ['a'], status: 'draft' },
    });
    expect(await at.desk.openPost(made.id)).toEqual(made);
  });

  test('a new post that is asked for again by its key is there once, for each writer', async () => {
    await using database = await open();
    using at = openDesk(database);
    const save = { mode: 'autosave', fields: form({ title: 'One' }) } as const;
    const key = 'a-key';
    const [made, same] = await Promise.all([
      at.desk.createPost(save, editor, key),
      at.desk.createPost(save, editor, key),
    ]);
    expect(same).toEqual(made);
    const more = { ...save, fields: form({ title: 'More' }) };
    expect(await at.desk.createPost(more, editor, key)).toEqual(made);
    expect(unwrap(await at.desk.createPost(save, author, key)).id).not.toBe(unwrap(made).id);
    expect(await at.desk.listRevisions(unwrap(made).id)).toHaveLength(1);
  });

  test('typing in a published post changes nothing that readers see', async () => {
    await using database = await open();
    using at = openDesk(database);
    const fields = form({ title: 'Shown', content: '<p>Shown</p>', status: 'published' });
    const made = unwrap(await at.desk.createPost({ mode: 'publish', fields }, editor));
    at.changes.length = 0;
    at.clock.now += 60_000;
    const typed = form({
      ...fields,
      slug: 'other',
      title: 'Typed',
      content: '<p>Typed<script></script></p>',
    });
    const saved = unwrap(await at.desk.savePost(made.id, 1, { mode: 'autosave', fields: typed }, editor));
    expect(saved).toMatchObject({
      ...{ version: 2, has_working_copy: true, updated_at: made.updated_at },
      fields: { title: 'Typed', slug: 'other', content: '<p>Typed</p>', status: 'published' },
    });
    expect(at.changes).toEqual([{ articleId: made.article_id, locales: [] }]);
    expect(await at.reader.findPost('en', 'shown')).toMatchObject({ kind: 'post', post: { title: 'Shown' } });
    expect(await at.desk.previewPost(made.id)).toMatchObject({ title: 'Typed', content: '<p>Typed</p>' });

    const shown = unwrap(await at.desk.savePost(made.id, 2, { mode: 'save', fields: typed }, editor));
    expect(shown).toMatchObject({ version: 3, has_working_copy: false, published_at: made.published_at });
    expect(await at.reader.findPost('en', 'other')).toMatchObject({ post: { title: 'Typed' } });
  });

  test('a published post that is published again is dated anew', async () => {
    await using database = await open();
    using at = openDesk(database);
    const fields = form({ title: 'Shown', status: 'published' });
    const made = unwrap(await at.desk.createPost({ mode: 'publish', fields }, editor));
    at.clock.now += 60_000;
    const again = unwrap(await at.desk.savePost(made.id, 1, { mode: 'publish', fields }, editor));
    expect(Date.parse(again.published_at ?? '') - Date.parse(made.published_at ?? '')).toBe(60_000);
  });

  test('of two who save at once one is told what is there now', async () => {
    await using database = await open();
    using at = openDesk(database);
    const made = unwrap(await at.desk.createPost({ mode: 'save', fields: form({ title: 'One' }) }, editor));
    const both = await Promise.all(
      ['Mine', 'Yours'].map((title) =>
        at.desk.savePost(made.id, 1, { mode: 'save', fields: form({ title }) }, editor),
      ),
    );
    const [won, lost] = both.toSorted((a, b) => Number(b.ok) - Number(a.ok));
    expect(won?.ok && won.value.version).toBe(2);
    expect(lost).toEqual({ ok: false, error: { code: 'post.conflict', current: won?.ok && won.value } });
  });
});
