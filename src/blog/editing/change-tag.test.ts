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

describeDatabases('changing one tag', (open) => {
  async function openWithTags() {
    const fixture = await openBlogEditor(open);
    const seeder = createSeeder(fixture.database.query);
    const [old, added] = [await seeder.seedTag('old'), await seeder.seedTag('added')];
    return { ...fixture, old, added };
  }

  test('keeps the other tags, and unpublished changes stay unpublished with the new tag', async () => {
    await using fixture = await openWithTags();
    const { blogEditor, old, added } = fixture;
    const fields = form({ title: 'Kites', slug: 'kites', tag_ids: [old], status: 'published' });
    const { id } = await fixture.create({ mode: 'publish', fields });
    const typed = { mode: 'autosave', fields: { ...fields, title: 'Typed' } } as const;
    const { version } = await fixture.edit(id, 1, typed);
    const changed = unwrap(await blogEditor.changeTag(id, version, { kind: 'add', tagId: added }, editor));
    expect(changed).toMatchObject({
      version: version + 1,
      has_working_copy: true,
      fields: { title: 'Typed' },
    });
    expect(changed.fields.tag_ids.toSorted()).toEqual([old, added].toSorted());
    const listed = { locale: 'en', page: 1, pageSize: 10, search: '', category: '' } as const;
    const { posts } = await fixture.reader.listPosts({ ...listed, tag: 'added' });
    expect(posts.map(({ title }) => title)).toEqual(['Kites']);
    const removed = unwrap(
      await blogEditor.changeTag(id, changed.version, { kind: 'remove', tagId: old }, editor),
    );
    expect(removed.fields.tag_ids).toEqual([added]);
    expect(await blogEditor.changeTag(id, 1, { kind: 'add', tagId: old }, editor)).toMatchObject({
      ok: false,
      error: { code: 'post.conflict' },
    });
  });

  test('of an author stays pending if readers of another language would see it', async () => {
    await using fixture = await openWithTags();
    const { blogEditor, added } = fixture;
    const german = form({ title: 'Drachen', slug: 'drachen', status: 'published' });
    const draft = await fixture.create({ mode: 'save', fields: form({ title: 'Kites' }) }, author);
    const { article_id } = draft;
    await fixture.create({ mode: 'publish', fields: german, locale: 'de', article_id });
    const changed = unwrap(
      await blogEditor.changeTag(draft.id, draft.version, { kind: 'add', tagId: added }, author),
    );
    expect(changed).toMatchObject({ has_working_copy: true, fields: { tag_ids: [added] } });
    const found = await fixture.reader.findPost('de', 'drachen');
    expect(found).toMatchObject({ kind: 'post', post: { tags: [] } });
  });
});
