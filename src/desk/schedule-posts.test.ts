import { expect, test } from 'vitest';
import { createJobs } from '#database/jobs.ts';
import { createDesk } from '#desk/create-desk.ts';
import { describeDatabases } from '#test/support/databases.ts';
import { author, editor, form, openDesk, unwrap } from '#test/support/open-desk.ts';

const moment = '2026-05-02T08:00:00.000Z';

describeDatabases('a scheduled draft', (open) => {
  const schedule = (at: ReturnType<typeof openDesk>, id: string, version: number, when = moment) =>
    at.desk.savePost(
      id,
      version,
      { mode: 'schedule', fields: form({ title: 'Soon', status: 'published' }), scheduled_at: when },
      editor,
    );

  test('is published at its moment, dated by it, and told of', async () => {
    await using database = await open();
    using at = openDesk(database);
    const fields = form({ title: 'Soon', content: '<p>Text</p>', status: 'published' });
    const save = { mode: 'schedule', fields, scheduled_at: moment } as const;
    const made = unwrap(await at.desk.createPost(save, editor));
    expect(made).toMatchObject({ status: 'draft', scheduled_at: moment, published_at: null });
    expect(at.sent.map(({ options }) => options.startAfter?.toISOString())).toEqual([moment]);
    expect(await at.reader.findPost('en', 'soon')).toEqual({ kind: 'missing' });

    await at.wake();
    expect((await at.desk.openPost(made.id))?.status).toBe('draft');
    expect(at.sent).toHaveLength(1);

    at.clock.now = Date.parse(moment) + 40_000;
    at.changes.length = 0;
    await at.wake();
    expect(await at.desk.openPost(made.id)).toMatchObject({
      ...{ status: 'published', published_at: moment, scheduled_at: null, version: 2 },
      fields: { title: 'Soon', content: '<p>Text</p>' },
    });
    expect(at.changes).toEqual([{ articleId: made.article_id, locales: ['en'] }]);
    expect(await at.reader.findPost('en', 'soon')).toMatchObject({ kind: 'post' });
    expect(await at.desk.listRevisions(made.id)).toMatchObject([
      { kind: 'published', version: 2, author_name: 'Edith' },
      { kind: 'saved', version: 1 },
    ]);
  });

  test('that was moved, cancelled, archived or removed is left alone at its first moment', async () => {
    await using database = await open();
    using at = openDesk(database);
    const ids: string[] = [];
    for (const title of ['Moved', 'Cancelled', 'Archived', 'Removed']) {
      const made = unwrap(await at.desk.createPost({ mode: 'save', fields: form({ title }) }, editor));
      unwrap(await schedule(at, made.id, 1));
      ids.push(made.id);
    }
    const [moved = '', cancelled = '', archived = '', removed = ''] = ids;
    unwrap(await schedule(at, moved, 2, '2026-05-03T08:00:00.000Z'));
    expect(unwrap(await at.desk.setStatus(cancelled, 2, 'draft', editor)).scheduled_at).toBeNull();
    unwrap(await at.desk.setStatus(archived, 2, 'archived', editor));
    unwrap(await at.desk.removePost(removed, 2));
    at.clock.now = Date.parse(moment) + 1000;
    await at.wake();
    expect((await at.desk.openPost(moved))?.status).toBe('draft');
    expect((await at.desk.openPost(cancelled))?.status).toBe('draft');
    expect((await at.desk.openPost(archived))?.status).toBe('archived');
    expect(at.sent).toHaveLength(1);
    at.clock.now = Date.parse('2026-05-03T08:00:00.000Z');
    await at.wake();
    expect((await at.desk.openPost(moved))?.published_at).toBe('2026-05-03T08:00:00.000Z');
  });

  test('keeps its moment while it is written on, and is out of reach of who may not publish', async () => {
    await using database = await open();
    using at = openDesk(database);
    const made = unwrap(await at.desk.createPost({ mode: 'save', fields: form({ title: 'Mine' }) }, author));
    unwrap(await schedule(at, made.id, 1));
    for (const mode of ['autosave', 'save'] as const) {
      const save = { mode, fields: form({ title: `By ${mode}` }) };
      const current = await at.desk.openPost(made.id);
      const saved = await at.desk.savePost(made.id, current?.version ?? 0, save, editor);
      expect(unwrap(saved)).toMatchObject({ scheduled_at: moment, fields: { title: `By ${mode}` } });
    }
    const save = { mode: 'autosave', fields: form({ title: 'Other' }) } as const;
    expect(await at.desk.savePost(made.id, 4, save, author)).toMatchObject({
      error: { code: 'role.forbids' },
    });
  });

  test('is published as it was last saved on purpose: what was typed since waits', async () => {
    await using database = await open();
    using at = openDesk(database);
    const save = { mode: 'schedule', fields: form({ title: 'Soon' }), scheduled_at: moment } as const;
    const made = unwrap(await at.desk.createPost(save, editor));
    const typed = { mode: 'autosave', fields: form({ title: 'Half a sen' }) } as const;
    const after = unwrap(await at.desk.savePost(made.id, made.version, typed, editor));
    expect(after).toMatchObject({ has_working_copy: true, fields: { title: 'Half a sen' } });
    at.clock.now = Date.parse(moment);
    await at.wake();
    expect(await at.reader.findPost('en', 'soon')).toMatchObject({ kind: 'post', post: { title: 'Soon' } });
    expect(await at.desk.openPost(made.id)).toMatchObject({
      ...{ status: 'published', has_working_copy: true },
      fields: { title: 'Half a sen' },
    });
  });

  test('is refused for a moment that is past, or none', async () => {
    await using database = await open();
    using at = openDesk(database);
    const past = { ok: false, error: { code: 'schedule.past' } };
    for (const when of [{}, { scheduled_at: new Date(at.clock.now).toISOString() }]) {
      const save = { mode: 'schedule', fields: form({ title: 'Late' }), ...when } as const;
      expect(await at.desk.createPost(save, editor)).toEqual(past);
    }
    expect(at.sent).toEqual([]);
  });

  test('is woken anew by a start, and published by real jobs', async () => {
    await using database = await open();
    using at = openDesk(database);
    const soon = new Date(at.clock.now + 1).toISOString();
    const save = { mode: 'schedule', fields: form({ title: 'Soon' }), scheduled_at: soon } as const;
    const made = unwrap(await at.desk.createPost(save, editor));
    // As after a restore: the row is there, and no job of it.
    at.sent.length = 0;
    const jobs = createJobs({ database, onTrouble: (error) => at.troubles.push(error), pollSeconds: 0.5 });
    const desk = createDesk({
      ...{ ...at.parts, jobs, now: () => Date.parse(soon) },
      onTrouble: (error) => at.troubles.push(error),
    });
    await desk.startWork();
    const status = async () => (await at.desk.openPost(made.id))?.status;
    await expect.poll(status, { timeout: 30_000 }).toBe('published');
    desk.stopWork();
    await jobs.stop();
    expect(await at.desk.openPost(made.id)).toMatchObject({ status: 'published', published_at: soon });
    expect(at.troubles).toEqual([]);
  }, 60_000);
});
