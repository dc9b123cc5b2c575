import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createJobs } from '#database/jobs.ts';
import { revision } from '#database/schema.ts';
import { describeDatabases } from '#test/support/databases.ts';
import { author, editor, form, openBlogEditor, unwrap } from '#test/support/open-blog-editor.ts';
import { createBlogEditor } from '../edit.ts';

const scheduledAt = '2026-05-02T08:00:00.000Z';

describeDatabases('scheduling a draft', (open) => {
  const schedule = (
    fixture: Awaited<ReturnType<typeof openBlogEditor>>,
    id: string,
    version: number,
    when = scheduledAt,
  ) =>
    fixture.blogEditor.savePost(
      id,
      version,
      { mode: 'schedule', fields: form({ title: 'Soon', status: 'published' }), scheduled_at: when },
      editor,
    );

  test('a scheduled draft is published on time, dated by the schedule, with a change event', async () => {
    await using fixture = await openBlogEditor(open);
    const fields = form({ title: 'Soon', content: '<p>Text</p>', status: 'published' });
    const save = { mode: 'schedule', fields, scheduled_at: scheduledAt } as const;
    const created = await fixture.create(save);
    expect(created).toMatchObject({ status: 'draft', scheduled_at: scheduledAt, published_at: null });
    expect(fixture.sent.map(({ options }) => options.startAfter?.toISOString())).toEqual([scheduledAt]);
    expect(await fixture.reader.findPost('en', 'soon')).toEqual({ kind: 'missing' });

    await fixture.wake();
    expect((await fixture.blogEditor.readPost(created.id))?.status).toBe('draft');
    expect(fixture.sent).toHaveLength(1);

    fixture.clock.now = Date.parse(scheduledAt) + 40_000;
    fixture.changes.length = 0;
    await fixture.wake();
    expect(await fixture.blogEditor.readPost(created.id)).toMatchObject({
      status: 'published',
      published_at: scheduledAt,
      scheduled_at: null,
      version: 2,
      fields: { title: 'Soon', content: '<p>Text</p>' },
    });
    expect(fixture.changes).toEqual([{ articleId: created.article_id, locales: ['en'] }]);
    expect(await fixture.reader.findPost('en', 'soon')).toMatchObject({ kind: 'post' });
    expect(await fixture.blogEditor.listRevisions(created.id)).toMatchObject([
      { kind: 'published', version: 2, author_name: 'Edith' },
      { kind: 'saved', version: 1 },
    ]);
  });

  test('the history names the last person, not a rule that has written since', async () => {
    await using database = await open();
    await using fixture = await openBlogEditor(async () => database);
    const save = { mode: 'schedule', fields: form({ title: 'Soon' }), scheduled_at: scheduledAt } as const;
    const created = await fixture.create(save);
    await fixture.edit(created.id, created.version, { mode: 'save', fields: form({ title: 'Later' }) });
    await database.query
      .update(revision)
      .set({ authorId: null, authorName: '', rule: 'score' })
      .where(and(eq(revision.postId, created.id), eq(revision.version, 2)));
    fixture.clock.now = Date.parse(scheduledAt);
    await fixture.wake();
    expect(await fixture.blogEditor.listRevisions(created.id)).toMatchObject([
      { kind: 'published', author_name: 'Edith' },
      { rule: 'score', author_name: '' },
      { kind: 'saved', author_name: 'Edith' },
    ]);
  });

  test('a rescheduled, cancelled, archived or deleted draft is not published at its first date', async () => {
    await using fixture = await openBlogEditor(open);
    const ids: string[] = [];
    for (const title of ['Moved', 'Cancelled', 'Archived', 'Removed']) {
      const created = await fixture.create({ mode: 'save', fields: form({ title }) });
      unwrap(await schedule(fixture, created.id, 1));
      ids.push(created.id);
    }
    const [moved = '', cancelled = '', archived = '', removed = ''] = ids;
    unwrap(await schedule(fixture, moved, 2, '2026-05-03T08:00:00.000Z'));
    expect((await fixture.setStatus(cancelled, 2, 'draft')).scheduled_at).toBeNull();
    await fixture.setStatus(archived, 2, 'archived');
    unwrap(await fixture.blogEditor.deletePost(removed, 2));
    fixture.clock.now = Date.parse(scheduledAt) + 1000;
    await fixture.wake();
    expect((await fixture.blogEditor.readPost(moved))?.status).toBe('draft');
    expect((await fixture.blogEditor.readPost(cancelled))?.status).toBe('draft');
    expect((await fixture.blogEditor.readPost(archived))?.status).toBe('archived');
    expect(fixture.sent).toHaveLength(1);
    fixture.clock.now = Date.parse('2026-05-03T08:00:00.000Z');
    await fixture.wake();
    expect((await fixture.blogEditor.readPost(moved))?.published_at).toBe('2026-05-03T08:00:00.000Z');
  });

  test('editing keeps the schedule, and authors cannot edit a scheduled draft', async () => {
    await using fixture = await openBlogEditor(open);
    const created = await fixture.create({ mode: 'save', fields: form({ title: 'Mine' }) }, author);
    unwrap(await schedule(fixture, created.id, 1));
    for (const mode of ['autosave', 'save'] as const) {
      const save = { mode, fields: form({ title: `By ${mode}` }) };
      const current = await fixture.blogEditor.readPost(created.id);
      const saved = await fixture.blogEditor.savePost(created.id, current?.version ?? 0, save, editor);
      expect(unwrap(saved)).toMatchObject({ scheduled_at: scheduledAt, fields: { title: `By ${mode}` } });
    }
    const save = { mode: 'autosave', fields: form({ title: 'Other' }) } as const;
    expect(await fixture.blogEditor.savePost(created.id, 4, save, author)).toMatchObject({
      error: { code: 'role.forbids' },
    });
  });

  test('the last explicit save is published, and later autosaves stay in the working copy', async () => {
    await using fixture = await openBlogEditor(open);
    const save = { mode: 'schedule', fields: form({ title: 'Soon' }), scheduled_at: scheduledAt } as const;
    const created = await fixture.create(save);
    const autosave = { mode: 'autosave', fields: form({ title: 'Half a sen' }) } as const;
    const after = await fixture.edit(created.id, created.version, autosave);
    expect(after).toMatchObject({ has_working_copy: true, fields: { title: 'Half a sen' } });
    fixture.clock.now = Date.parse(scheduledAt);
    await fixture.wake();
    expect(await fixture.reader.findPost('en', 'soon')).toMatchObject({
      kind: 'post',
      post: { title: 'Soon' },
    });
    expect(await fixture.blogEditor.readPost(created.id)).toMatchObject({
      status: 'published',
      has_working_copy: true,
      fields: { title: 'Half a sen' },
    });
  });

  test('a past or missing date is rejected', async () => {
    await using fixture = await openBlogEditor(open);
    const past = { ok: false, error: { code: 'schedule.past' } };
    for (const when of [{}, { scheduled_at: new Date(fixture.clock.now).toISOString() }]) {
      const save = { mode: 'schedule', fields: form({ title: 'Late' }), ...when } as const;
      expect(await fixture.blogEditor.createPost(save, editor)).toEqual(past);
    }
    expect(fixture.sent).toEqual([]);
  });

  test('starting enqueues scheduled drafts again, and real jobs publish them', async () => {
    await using fixture = await openBlogEditor(open);
    const soon = new Date(fixture.clock.now + 1).toISOString();
    const save = { mode: 'schedule', fields: form({ title: 'Soon' }), scheduled_at: soon } as const;
    const created = await fixture.create(save);
    // As after a restore: the row exists, but its job does not.
    fixture.sent.length = 0;
    const jobs = createJobs({
      database: fixture.database,
      onError: (error) => fixture.errors.push(error),
      pollSeconds: 0.5,
    });
    const blogEditor = createBlogEditor({
      ...fixture.parts,
      jobs,
      now: () => Date.parse(soon),
      onError: (error) => fixture.errors.push(error),
    });
    await blogEditor.startWork();
    const status = async () => (await fixture.blogEditor.readPost(created.id))?.status;
    await expect.poll(status, { timeout: 30_000 }).toBe('published');
    blogEditor.stopWork();
    await jobs.stop();
    expect(await fixture.blogEditor.readPost(created.id)).toMatchObject({
      status: 'published',
      published_at: soon,
    });
    expect(fixture.errors).toEqual([]);
  }, 60_000);
});
