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

const minute = 60_000;
const missingId = '0199c7f0-7a11-4a2b-9c3d-1e2f3a4b5c6d';

describeDatabases('revisions', (open) => {
  test('every save records a revision; autosaves of one user within ten minutes share one', async () => {
    await using fixture = await openBlogEditor(open);
    const { id } = await fixture.create({ mode: 'autosave', fields: form({ title: 'A' }) }, author);
    const type = async (title: string, actor = author, mode: 'autosave' | 'save' = 'autosave') => {
      const version = (await fixture.blogEditor.readPost(id))?.version ?? 0;
      await fixture.edit(id, version, { mode, fields: form({ title }) }, actor);
    };
    fixture.clock.now += 9 * minute;
    await type('B');
    fixture.clock.now += minute;
    await type('C');
    await type('D', editor);
    await type('E', editor, 'save');
    await type('F', editor);
    const list = await fixture.blogEditor.listRevisions(id);
    expect(list.map(({ kind, title, version, author_name }) => [kind, title, version, author_name])).toEqual([
      ['autosaved', 'F', 6, 'Edith'],
      ['saved', 'E', 5, 'Edith'],
      ['autosaved', 'D', 4, 'Edith'],
      ['autosaved', 'C', 3, 'Arthur'],
      ['autosaved', 'B', 2, 'Arthur'],
    ]);
    expect(list.at(-1)?.created_at).toBe('2026-05-01T00:09:00.000Z');
    const opened = await fixture.blogEditor.readRevision(id, list[1]?.id ?? '');
    expect(opened).toEqual({ ...list[1], fields: form({ title: 'E', slug: 'e' }) });
    expect(await fixture.blogEditor.readRevision(missingId, list[1]?.id ?? '')).toBeNull();
    expect(await fixture.blogEditor.readRevision(id, 'nothing')).toBeNull();
    expect(await fixture.blogEditor.listRevisions('nothing')).toEqual([]);
  });

  test('fifty autosaved revisions and all others are kept', async () => {
    await using fixture = await openBlogEditor(open);
    const { id } = await fixture.create({ mode: 'save', fields: form({ title: '0' }) });
    for (let version = 1; version <= 53; version++) {
      fixture.clock.now += 10 * minute;
      const save = { mode: 'autosave', fields: form({ title: `${version}` }) } as const;
      await fixture.edit(id, version, save);
    }
    const list = await fixture.blogEditor.listRevisions(id);
    expect(list).toHaveLength(51);
    expect([list[0]?.title, list.at(-2)?.title, list.at(-1)?.title]).toEqual(['53', '4', '0']);
  });

  test('the state before the first edit is recorded and can be restored to the working copy', async () => {
    await using fixture = await openBlogEditor(open);
    const seededPost = await createSeeder(fixture.database.query).seedPost({
      title: 'First',
      content: '<p>First</p>',
    });
    const published = form({ title: 'Second', slug: 'second', status: 'published' });
    const second = await fixture.edit(seededPost.id, 1, { mode: 'save', fields: published });
    const [, start] = await fixture.blogEditor.listRevisions(seededPost.id);
    expect(start).toMatchObject({ kind: 'saved', version: 1, title: 'First', author_name: '' });

    const restored = unwrap(
      await fixture.blogEditor.restoreRevision(seededPost.id, start?.id ?? '', 2, editor),
    );
    expect(restored).toMatchObject({
      version: 3,
      status: 'published',
      has_working_copy: true,
      updated_at: second.updated_at,
      fields: { title: 'First', content: '<p>First</p>', slug: seededPost.slug },
    });
    expect(await fixture.reader.findPost('en', 'second')).toMatchObject({ post: { title: 'Second' } });
    expect((await fixture.blogEditor.listRevisions(seededPost.id))[0]).toMatchObject({
      kind: 'restored',
      version: 3,
    });

    const back = unwrap(await fixture.blogEditor.discardWorkingCopy(seededPost.id, 3, editor));
    expect(back).toMatchObject({ version: 4, has_working_copy: false, fields: { title: 'Second' } });
    expect(await fixture.blogEditor.restoreRevision(seededPost.id, missingId, 4, editor)).toEqual({
      ok: false,
      error: { code: 'revision.missing' },
    });
    expect(await fixture.blogEditor.restoreRevision(seededPost.id, start?.id ?? '', 3, editor)).toMatchObject(
      {
        error: { code: 'post.conflict', current: { version: 4 } },
      },
    );
  });
});
