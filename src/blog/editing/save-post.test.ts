import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { describeDatabases } from '#test/support/databases.ts';
import {
  author,
  createSeeder,
  editor,
  form,
  openBlogEditor,
  unwrap,
} from '#test/support/open-blog-editor.ts';

describeDatabases('saving in the editor', (open) => {
  test('a new post is a draft of its author and opens as it was saved', async () => {
    await using fixture = await openBlogEditor(open);
    const fields = form({ title: 'One', content: '<p onclick="x()">Text</p>', seo_keywords: ['a'] });
    const created = await fixture.create({ mode: 'autosave', fields, locale: 'de' }, author);
    expect(created).toMatchObject({
      locale: 'de',
      version: 1,
      status: 'draft',
      author_id: 'a',
      has_working_copy: false,
      published_at: null,
      scheduled_at: null,
      languages: [{ locale: 'de', slug: 'one', title: 'One' }],
      fields: { title: 'One', slug: 'one', content: '<p>Text</p>', seo_keywords: ['a'], status: 'draft' },
    });
    expect(await fixture.blogEditor.readPost(created.id)).toEqual(created);
  });

  test('repeating a creation with the same key creates one post per actor', async () => {
    await using fixture = await openBlogEditor(open);
    const save = { mode: 'autosave', fields: form({ title: 'One' }) } as const;
    const key = 'a-key';
    const [created, same] = await Promise.all([
      fixture.blogEditor.createPost(save, editor, key),
      fixture.blogEditor.createPost(save, editor, key),
    ]);
    expect(same).toEqual(created);
    const more = { ...save, fields: form({ title: 'More' }) };
    expect(await fixture.blogEditor.createPost(more, editor, key)).toEqual({
      ok: false,
      error: { code: 'key.reused', current: unwrap(created) },
    });
    expect((await fixture.create(save, author, key)).id).not.toBe(unwrap(created).id);
    expect(await fixture.blogEditor.listRevisions(unwrap(created).id)).toHaveLength(1);
  });

  test('autosaving a published post changes nothing that readers see', async () => {
    await using fixture = await openBlogEditor(open);
    const fields = form({ title: 'Shown', content: '<p>Shown</p>', status: 'published' });
    const created = await fixture.create({ mode: 'publish', fields });
    fixture.changes.length = 0;
    fixture.clock.now += 60_000;
    const editedFields = form({
      ...fields,
      slug: 'other',
      title: 'Typed',
      content: '<p>Typed<script></script></p>',
    });
    const saved = await fixture.edit(created.id, 1, { mode: 'autosave', fields: editedFields });
    expect(saved).toMatchObject({
      version: 2,
      has_working_copy: true,
      updated_at: created.updated_at,
      fields: { title: 'Typed', slug: 'other', content: '<p>Typed</p>', status: 'published' },
    });
    expect(fixture.changes).toEqual([{ articleId: created.article_id, locales: [] }]);
    expect(await fixture.reader.findPost('en', 'shown')).toMatchObject({
      kind: 'post',
      post: { title: 'Shown' },
    });
    expect(await fixture.blogEditor.previewPost(created.id)).toMatchObject({
      title: 'Typed',
      content: '<p>Typed</p>',
    });

    const published = await fixture.edit(created.id, 2, { mode: 'save', fields: editedFields });
    expect(published).toMatchObject({
      version: 3,
      has_working_copy: false,
      published_at: created.published_at,
    });
    expect(await fixture.reader.findPost('en', 'other')).toMatchObject({ post: { title: 'Typed' } });
  });

  test('publishing a published post again updates its date', async () => {
    await using fixture = await openBlogEditor(open);
    const fields = form({ title: 'Shown', status: 'published' });
    const created = await fixture.create({ mode: 'publish', fields });
    fixture.clock.now += 60_000;
    const republished = await fixture.edit(created.id, 1, { mode: 'publish', fields });
    expect(Date.parse(republished.published_at ?? '') - Date.parse(created.published_at ?? '')).toBe(60_000);
  });

  test('a publication date replaces the time of publishing, also of a draft and a second publication', async () => {
    await using fixture = await openBlogEditor(open);
    const publication_date = '2020-02-03T04:05:00.000Z';
    const fields = form({ title: 'Old', publication_date });
    const draft = await fixture.create({ mode: 'autosave', fields });
    expect(draft.fields.publication_date).toBe(publication_date);
    const publishedFields = { ...fields, status: 'published' } as const;
    const published = await fixture.edit(draft.id, 1, { mode: 'publish', fields: publishedFields });
    expect(published.published_at).toBe(publication_date);
    const again = await fixture.edit(draft.id, 2, { mode: 'publish', fields: publishedFields });
    expect(again.published_at).toBe(publication_date);
    const cleared = { ...publishedFields, publication_date: null };
    const kept = await fixture.edit(draft.id, 3, { mode: 'save', fields: cleared });
    expect(kept).toMatchObject({ published_at: publication_date, fields: { publication_date: null } });
    const dated = await fixture.edit(draft.id, 4, { mode: 'publish', fields: cleared });
    expect(Date.parse(dated.published_at ?? '')).toBe(fixture.clock.now);
  });

  test('a publication date in the future is rejected and changes nothing', async () => {
    await using fixture = await openBlogEditor(open);
    const created = await fixture.create({ mode: 'save', fields: form({ title: 'One' }) });
    const publication_date = new Date(fixture.clock.now + 60_000).toISOString();
    const save = { mode: 'save', fields: form({ title: 'Two', publication_date }) } as const;
    expect(await fixture.blogEditor.savePost(created.id, 1, save, editor)).toEqual({
      ok: false,
      error: { code: 'publication.future' },
    });
    expect(await fixture.blogEditor.readPost(created.id)).toEqual(created);
  });

  test('a canonical URL and noindex wait in the working copy until the post is saved', async () => {
    await using fixture = await openBlogEditor(open);
    const fields = form({ title: 'Shown', status: 'published' });
    const created = await fixture.create({ mode: 'publish', fields });
    const changed = { ...fields, canonical_url: 'https://example.org/shown', noindex: true };
    const autosaved = await fixture.edit(created.id, 1, { mode: 'autosave', fields: changed });
    expect(autosaved).toMatchObject({ has_working_copy: true, fields: changed });
    const read = () => fixture.reader.findPost('en', 'shown');
    expect(await read()).toMatchObject({ post: { canonical_url: null, noindex: false } });
    await fixture.edit(created.id, 2, { mode: 'save', fields: changed });
    expect(await read()).toMatchObject({
      post: { canonical_url: 'https://example.org/shown', noindex: true },
    });
    const [translation] = await fixture.reader.listTranslations(created.article_id);
    expect(translation).toMatchObject({ isIndexed: false });
  });

  test.each([
    ['a draft', 'draft'],
    ['a published post', 'published'],
  ] as const)('each version of %s has the id of the save that made it', async (_, status) => {
    await using fixture = await openBlogEditor(open);
    const fields = form({ title: 'One', status });
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
    const { id, save_id } = await fixture.create({ mode: 'save', fields, save_id: first });
    expect(save_id).toBe(first);
    const typed = { ...fields, title: 'Typed' };
    const autosaved = await fixture.edit(id, 1, { mode: 'autosave', fields: typed, save_id: second });
    expect(autosaved).toMatchObject({ version: 2, save_id: second });
    const repeated = { mode: 'autosave', fields: typed, save_id: third } as const;
    expect(await fixture.blogEditor.savePost(id, 1, repeated, editor)).toEqual({
      ok: false,
      error: { code: 'post.conflict', current: autosaved },
    });
    const saved = await fixture.edit(id, 2, { mode: 'save', fields: typed, save_id: third });
    expect(saved).toMatchObject({ version: 3, save_id: third });
    expect(await fixture.blogEditor.readPost(id)).toEqual(saved);
  });

  test('a change without an id clears that of the save before', async () => {
    await using fixture = await openBlogEditor(open);
    const { blogEditor } = fixture;
    const tagId = await createSeeder(fixture.database.query).seedTag('added');
    const fields = form({ title: 'One', status: 'published' });
    const { id, article_id } = await fixture.create({ mode: 'publish', fields });
    const [{ id: revisionId } = { id: '' }] = await blogEditor.listRevisions(id);
    const autosave = { mode: 'autosave', fields: { ...fields, title: 'Typed' } } as const;
    const changes: ((version: number) => Promise<unknown>)[] = [
      (version) => blogEditor.savePost(id, version, { mode: 'save', fields }, editor),
      (version) => blogEditor.savePost(id, version, autosave, editor),
      (version) => blogEditor.discardWorkingCopy(id, version, editor),
      (version) => blogEditor.restoreRevision(id, revisionId, version, editor),
      (version) => blogEditor.changeTag(id, version, { kind: 'add', tagId }, editor),
      (version) => blogEditor.translations.markTranslated(id, version, editor),
      (version) => blogEditor.setStatus(id, version, 'draft', editor),
      (version) => blogEditor.translations.publishOriginal(id, version, editor),
      () => fixture.save({ id, article_id, locale: 'en', title: 'Imported' }),
    ];
    for (const change of changes) {
      const before = await blogEditor.readPost(id);
      const save_id = randomUUID();
      const saved = await fixture.edit(id, before?.version ?? 0, { ...autosave, save_id });
      expect(saved.save_id, String(change)).toBe(save_id);
      await change(saved.version);
      expect(await blogEditor.readPost(id), String(change)).toMatchObject({
        version: saved.version + 1,
        save_id: null,
      });
    }
  });

  test('of two concurrent saves one fails and gets the current post', async () => {
    await using fixture = await openBlogEditor(open);
    const created = await fixture.create({ mode: 'save', fields: form({ title: 'One' }) });
    const both = await Promise.all(
      ['Mine', 'Yours'].map((title) =>
        fixture.blogEditor.savePost(created.id, 1, { mode: 'save', fields: form({ title }) }, editor),
      ),
    );
    const [won, lost] = both.toSorted((a, b) => Number(b.ok) - Number(a.ok));
    expect(won?.ok && won.value.version).toBe(2);
    expect(lost).toEqual({ ok: false, error: { code: 'post.conflict', current: won?.ok && won.value } });
  });
});
