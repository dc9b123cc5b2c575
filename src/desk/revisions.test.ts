import { expect, test } from 'vitest';
import { describeDatabases } from '#test/support/databases.ts';
import { author, createSower, editor, form, openDesk, unwrap } from '#test/support/open-desk.ts';

const minute = 60_000;
const missingId = '0199c7f0-7a11-4a2b-9c3d-1e2f3a4b5c6d';

describeDatabases('revisions', (open) => {
  test('are made by every save; what one person types within ten minutes is one', async () => {
    await using database = await open();
    using at = openDesk(database);
    const { id } = unwrap(
      await at.desk.createPost({ mode: 'autosave', fields: form({ title: 'A' }) }, author),
    );
    const type = async (title: string, by = author, mode: 'autosave' | 'save' = 'autosave') => {
      const version = (await at.desk.openPost(id))?.version ?? 0;
      unwrap(await at.desk.savePost(id, version, { mode, fields: form({ title }) }, by));
    };
    at.clock.now += 9 * minute;
    await type('B');
    at.clock.now += minute;
    await type('C');
    await type('D', editor);
    await type('E', editor, 'save');
    await type('F', editor);
    const list = await at.desk.listRevisions(id);
    expect(list.map(({ kind, title, version, author_name }) => [kind, title, version, author_name])).toEqual([
      ['autosaved', 'F', 6, 'Edith'],
      ['saved', 'E', 5, 'Edith'],
      ['autosaved', 'D', 4, 'Edith'],
      ['autosaved', 'C', 3, 'Arthur'],
      ['autosaved', 'B', 2, 'Arthur'],
    ]);
    expect(list.at(-1)?.created_at).toBe('2026-05-01T00:09:00.000Z');
    const opened = await at.desk.openRevision(id, list[1]?.id ?? '');
    expect(opened).toEqual({ ...list[1], fields: form({ title: 'E', slug: 'e' }) });
    expect(await at.desk.openRevision(missingId, list[1]?.id ?? '')).toBeNull();
    expect(await at.desk.openRevision(id, 'nothing')).toBeNull();
    expect(await at.desk.listRevisions('nothing')).toEqual([]);
  });

  test('that were made by typing are kept up to fifty, the others all', async () => {
    await using database = await open();
    using at = openDesk(database);
    const { id } = unwrap(await at.desk.createPost({ mode: 'save', fields: form({ title: '0' }) }, editor));
    for (let version = 1; version <= 53; version++) {
      at.clock.now += 10 * minute;
      const save = { mode: 'autosave', fields: form({ title: `${version}` }) } as const;
      unwrap(await at.desk.savePost(id, version, save, editor));
    }
    const list = await at.desk.listRevisions(id);
    expect(list).toHaveLength(51);
    expect([list[0]?.title, list.at(-2)?.title, list.at(-1)?.title]).toEqual(['53', '4', '0']);
  }, 30_000);

  test('keep what was there before the first change at the desk, and bring it back for nobody to see yet', async () => {
    await using database = await open();
    using at = openDesk(database);
    const sown = await createSower(database.query).sowPost({ title: 'First', content: '<p>First</p>' });
    const published = form({ title: 'Second', slug: 'second', status: 'published' });
    const second = unwrap(await at.desk.savePost(sown.id, 1, { mode: 'save', fields: published }, editor));
    const [, start] = await at.desk.listRevisions(sown.id);
    expect(start).toMatchObject({ kind: 'saved', version: 1, title: 'First', author_name: '' });

    const restored = unwrap(await at.desk.restoreRevision(sown.id, start?.id ?? '', 2, editor));
    expect(restored).toMatchObject({
      ...{ version: 3, status: 'published', has_working_copy: true, updated_at: second.updated_at },
      fields: { title: 'First', content: '<p>First</p>', slug: sown.slug },
    });
    expect(await at.reader.findPost('en', 'second')).toMatchObject({ post: { title: 'Second' } });
    expect((await at.desk.listRevisions(sown.id))[0]).toMatchObject({ kind: 'restored', version: 3 });

    const back = unwrap(await at.desk.discardWorkingCopy(sown.id, 3, editor));
    expect(back).toMatchObject({ version: 4, has_working_copy: false, fields: { title: 'Second' } });
    expect(await at.desk.restoreRevision(sown.id, missingId, 4, editor)).toEqual({
      ...{ ok: false, error: { code: 'revision.missing' } },
    });
    expect(await at.desk.restoreRevision(sown.id, start?.id ?? '', 3, editor)).toMatchObject({
      error: { code: 'post.conflict', current: { version: 4 } },
    });
  });
});
