import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { article, post, revision, translationRun, translationTask, workingCopy } from '#database/schema.ts';
import type { AutomaticRule } from '#settings/contract.ts';
import { describeDatabases, type TestDatabase } from '#test/support/databases.ts';
import { listDueTranslations } from './due-translations.ts';

const start = Date.parse('2026-03-01T10:00:00Z');
const minute = 60_000;
const hour = 60 * minute;

describeDatabases('due translations', (open) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await open();
  });

  /** A published post whose text has the digest `new`. */
  async function addOriginal(firstRevision: 'published' | 'saved' = 'published') {
    const { query } = database;
    const date = new Date(start);
    const [group] = await query.insert(article).values({ sourceLocale: 'en' }).returning();
    const articleId = group?.id ?? '';
    const insertPost = async (values: Partial<typeof post.$inferInsert>) => {
      const columns = { articleId, locale: 'en', title: 'Garden', status: 'published' as const, ...values };
      const [row] = await query
        .insert(post)
        .values({ slug: columns.locale, publishedAt: date, updatedAt: date, ...columns })
        .returning({ id: post.id });
      return row?.id ?? '';
    };
    const id = await insertPost({ textDigest: 'new' });
    const fields = { status: 'published' };
    await query
      .insert(revision)
      .values({ postId: id, version: 1, kind: firstRevision, fields, createdAt: date });
    return {
      id,
      addTranslation: (locale: string, values: Partial<typeof post.$inferInsert> = {}) =>
        insertPost({ locale, sourceLocale: 'en', sourceDigest: 'new', origin: 'machine', ...values }),
      async addRun(
        tasks: Partial<typeof translationTask.$inferInsert>[],
        values: Partial<typeof translationRun.$inferInsert> = {},
      ): Promise<void> {
        const [run] = await query
          .insert(translationRun)
          .values({
            articleId,
            postId: id,
            sourceLocale: 'en',
            sourceVersion: 1,
            sourceDigest: 'new',
            source: {},
            choice: 'passed',
            status: 'done_with_errors',
            tokensEstimated: 0,
            tokensMax: 0,
            rule: 'publish',
            createdAt: date,
            endedAt: date,
            ...values,
          })
          .returning({ id: translationRun.id });
        for (const task of tasks)
          await query.insert(translationTask).values({ runId: run?.id ?? '', locale: 'de', ...task });
      },
    };
  }

  async function listDue(
    afterMs: number,
    { mode = 'publish', since = start - minute }: { mode?: AutomaticRule; since?: number } = {},
  ): Promise<string[]> {
    const rule = { mode, locales: ['en' as const, 'fr' as const, 'de' as const], hour: 12 };
    const due = await listDueTranslations(
      database.query,
      { ...rule, since: new Date(since).toISOString() },
      start + afterMs,
    );
    return due.map(({ locales, attempt }) => `${locales.toSorted().join(' ')}, attempt ${attempt}`);
  }

  describe('at the first publication', () => {
    test('every language that is missing is due after ten minutes, or after the hour of the night', async () => {
      const original = await addOriginal();
      expect(await listDue(9 * minute)).toEqual([]);
      expect(await listDue(hour)).toEqual(['de fr, attempt 0']);
      expect(await listDue(hour, { mode: 'nightly' })).toEqual([]);
      expect(await listDue(2 * hour, { mode: 'nightly' })).toEqual(['de fr, attempt 0']);
      expect(await listDue(30 * hour, { mode: 'nightly' })).toEqual(['de fr, attempt 0']);
      await original.addTranslation('fr');
      expect(await listDue(hour)).toEqual(['de, attempt 0']);
    });

    test('a draft is not due, so that no run of drafts is published', async () => {
      const original = await addOriginal();
      await original.addTranslation('fr');
      await original.addTranslation('de', { sourceDigest: 'old', status: 'draft', publishedAt: null });
      expect(await listDue(hour, { mode: 'change' })).toEqual([]);
    });

    test('nothing is due after a run of a person, and no language that a run has had', async () => {
      const original = await addOriginal();
      const later = { rule: null, createdAt: new Date(start + 1), status: 'cancelled' as const };
      await original.addRun([{ locale: 'fr', status: 'cancelled' }], later);
      expect(await listDue(hour)).toEqual([]);
      await database.query.update(translationRun).set({ createdAt: new Date(start - minute) });
      expect(await listDue(hour)).toEqual(['de, attempt 0']);
    });

    test('nothing is due while the rule has a run of another post', async () => {
      const other = await addOriginal();
      await database.query.update(post).set({ slug: 'other' });
      await addOriginal();
      await other.addRun([], { status: 'running', endedAt: null });
      expect(await listDue(hour)).toEqual([]);
      await database.query.update(translationRun).set({ status: 'done' });
      expect(await listDue(hour)).toEqual(['de fr, attempt 0']);
    });

    test('what was published before the rule, or imported, is not due', async () => {
      await addOriginal();
      expect(await listDue(hour, { mode: 'change', since: start + minute })).toEqual([]);
      await database.query.update(revision).set({ kind: 'saved' });
      expect(await listDue(hour, { mode: 'change' })).toEqual([]);
    });

    test('nothing is due while the post has unpublished changes, or another run translates it', async () => {
      const original = await addOriginal();
      await database.query.insert(workingCopy).values({ postId: original.id, fields: {} });
      expect(await listDue(hour)).toEqual([]);
      await database.query.delete(workingCopy);
      await original.addRun([], { rule: null, status: 'running', endedAt: null });
      expect(await listDue(hour)).toEqual([]);
    });
  });

  describe('after a change', () => {
    test('outdated translations are due after ten minutes, or after the hour of the night', async () => {
      const original = await addOriginal('saved');
      await original.addTranslation('de', { sourceDigest: 'old' });
      expect(await listDue(hour)).toEqual([]);
      expect(await listDue(9 * minute, { mode: 'change' })).toEqual([]);
      expect(await listDue(11 * minute, { mode: 'change' })).toEqual(['de, attempt 0']);
      expect(await listDue(hour, { mode: 'nightly' })).toEqual([]);
      expect(await listDue(3 * hour, { mode: 'nightly' })).toEqual(['de, attempt 0']);
    });

    test('a run of a person leaves the languages due that it did not have', async () => {
      const original = await addOriginal('saved');
      await original.addTranslation('de', { sourceDigest: 'old' });
      await original.addTranslation('fr', { sourceDigest: 'old' });
      const byPerson = { rule: null, createdAt: new Date(start + minute) };
      await original.addRun([{ locale: 'th', status: 'published' }], byPerson);
      expect(await listDue(hour, { mode: 'change' })).toEqual(['de fr, attempt 0']);
      await original.addRun([{ locale: 'fr', status: 'saved' }], byPerson);
      expect(await listDue(hour, { mode: 'change' })).toEqual(['de, attempt 0']);
      await original.addRun([{ status: 'failed' }], { sourceDigest: 'old' });
      expect(await listDue(hour, { mode: 'change' }), 'also after an older failure').toEqual([
        'de, attempt 0',
      ]);
    });

    test('a change just before the hour of the night waits for ten minutes too', async () => {
      const original = await addOriginal('saved');
      await original.addTranslation('de', { sourceDigest: 'old' });
      const updatedAt = new Date(start + 2 * hour - minute);
      await database.query.update(post).set({ updatedAt }).where(eq(post.id, original.id));
      expect(await listDue(2 * hour + minute, { mode: 'nightly' })).toEqual([]);
      expect(await listDue(2 * hour + 10 * minute, { mode: 'nightly' })).toEqual(['de, attempt 0']);
    });

    test('texts of people, archived and unpublished translations are not due', async () => {
      const original = await addOriginal('saved');
      const postId = await original.addTranslation('de', { sourceDigest: 'old', origin: 'human' });
      await original.addTranslation('fr', { sourceDigest: 'old', status: 'archived' });
      expect(await listDue(hour, { mode: 'change' })).toEqual([]);
      await database.query.update(post).set({ origin: 'mixed' }).where(eq(post.id, postId));
      expect(await listDue(hour, { mode: 'change' })).toEqual([]);
      const draft = { origin: 'machine', status: 'draft' } as const;
      await database.query.update(post).set(draft).where(eq(post.sourceLocale, 'en'));
      expect(await listDue(hour, { mode: 'change' })).toEqual([]);
    });

    test('a draft that waits for its reviewer is due until a person changes it', async () => {
      const original = await addOriginal('saved');
      const draft = { sourceDigest: 'old', status: 'draft', publishedAt: null, version: 3 } as const;
      const postId = await original.addTranslation('de', draft);
      await original.addTranslation('fr', draft);
      const task = { status: 'saved', postId, postVersion: 3 } as const;
      await original.addRun(
        [
          { ...task, code: 'translation.held' },
          { ...task, locale: 'fr' },
        ],
        {
          sourceDigest: 'old',
        },
      );
      expect(await listDue(hour, { mode: 'change' })).toEqual(['de, attempt 0']);
      expect(await listDue(hour, { mode: 'publish' })).toEqual([]);
      const change = (fields: Partial<typeof post.$inferInsert>) =>
        database.query.update(post).set(fields).where(eq(post.id, postId));
      await change({ scheduledAt: new Date('2099-01-01') });
      expect(await listDue(hour, { mode: 'change' }), 'scheduled').toEqual([]);
      await change({ scheduledAt: null });
      const held = eq(translationTask.code, 'translation.held');
      await database.query.update(translationTask).set({ postId: null }).where(held);
      expect(await listDue(hour, { mode: 'change' }), 'another draft with this version').toEqual([]);
      await database.query.update(translationTask).set({ postId }).where(held);
      expect(await listDue(hour, { mode: 'change' })).toEqual(['de, attempt 0']);
      await database.query.update(post).set({ version: 4 }).where(eq(post.id, postId));
      expect(await listDue(hour, { mode: 'change' })).toEqual([]);
    });

    test('a translation that was updated in the working copy is not due', async () => {
      const original = await addOriginal('saved');
      const postId = await original.addTranslation('de', { sourceDigest: 'old' });
      const sourceRevision = { origin: 'machine' as const, version: 2, digest: 'new', locale: 'en' };
      await database.query
        .insert(workingCopy)
        .values({ postId, fields: { title: 'Garten' }, sourceRevision });
      expect(await listDue(hour, { mode: 'change' })).toEqual([]);
    });
  });

  describe('after a run of the rule', () => {
    test('a language that was deleted is not due', async () => {
      const original = await addOriginal();
      await original.addRun([{ status: 'published' }, { locale: 'fr', status: 'published' }], {
        status: 'done',
      });
      expect(await listDue(99 * hour, { mode: 'change' })).toEqual([]);
    });

    test.each([
      [0, 5],
      [1, 20],
      [2, 60],
      [3, 4 * 60],
      [4, 12 * 60],
      [5, 24 * 60],
    ])('a language that has failed %i times more is due after %i minutes', async (ruleAttempt, minutes) => {
      const original = await addOriginal();
      const postId = await original.addTranslation('de', { origin: 'untranslated', status: 'draft' });
      await original.addTranslation('fr');
      await original.addRun(
        [
          { status: 'fallback', postId },
          { locale: 'fr', status: 'published' },
        ],
        { ruleAttempt },
      );
      const due = Math.max(minutes, 10);
      expect(await listDue((due - 1) * minute)).toEqual([]);
      expect(await listDue((due + 1) * minute)).toEqual([`de, attempt ${ruleAttempt + 1}`]);
      await database.query.update(translationTask).set({ code: 'model.budget' });
      expect(await listDue((due + 1) * minute), 'no attempt').toEqual([`de, attempt ${ruleAttempt}`]);
    });

    test('what the second model has not read is due until a person touches it', async () => {
      const original = await addOriginal();
      const draft = { status: 'draft', publishedAt: null, version: 3 } as const;
      const postId = await original.addTranslation('de', draft);
      await original.addTranslation('fr');
      const task = { status: 'saved', code: 'translation.unread', postId } as const;
      await original.addRun([{ ...task, postVersion: 3 }]);
      expect(await listDue(9 * minute)).toEqual([]);
      expect(await listDue(11 * minute)).toEqual(['de, attempt 1']);
      const change = (fields: Partial<typeof post.$inferInsert>) =>
        database.query.update(post).set(fields).where(eq(post.id, postId));
      await change({ scheduledAt: new Date('2099-01-01') });
      expect(await listDue(11 * minute), 'scheduled').toEqual([]);
      await change({ scheduledAt: null, version: 4 });
      expect(await listDue(11 * minute), 'edited').toEqual([]);
      await change({ version: 3 });
      await database.query.update(translationRun).set({ status: 'cancelled' });
      expect(await listDue(11 * minute), 'stopped').toEqual([]);
      await database.query.update(translationRun).set({ status: 'done_with_errors', rule: null });
      expect(await listDue(11 * minute), 'of a person').toEqual([]);
    });

    test('the seventh failure is the last one, until the text changes', async () => {
      const original = await addOriginal();
      const postId = await original.addTranslation('de', { origin: 'untranslated', status: 'draft' });
      await original.addRun([{ status: 'fallback', postId }], { ruleAttempt: 6 });
      expect(await listDue(999 * hour)).toEqual([]);
      await database.query.update(translationRun).set({ sourceDigest: 'old' });
      expect(await listDue(9 * minute)).toEqual([]);
      expect(await listDue(11 * minute)).toEqual(['de, attempt 0']);
      await database.query.delete(post).where(eq(post.id, postId));
      expect(await listDue(11 * minute), 'someone has deleted its draft').toEqual([]);
    });

    test('a run that a person cancelled is not repeated, but one whose original was unpublished is', async () => {
      const original = await addOriginal();
      await original.addRun([{ status: 'cancelled' }], { status: 'cancelled' });
      expect(await listDue(99 * hour, { mode: 'change' })).toEqual([]);
      await database.query.update(translationTask).set({ code: 'run.withdrawn' });
      expect(await listDue(11 * minute)).toEqual(['de, attempt 1']);
    });
  });
});
