import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  documentOf,
  type Fate,
  fieldsWith,
  openDraft,
  paragraphs,
  written,
} from '#test/support/pretend-desk.ts';
import { stressRuns } from '#test/support/stress.ts';
import { isSameDraft } from '../compare/reconcile.ts';
import { emptyFields } from './draft-fields.ts';
import { createSaveQueue } from './save-queue.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

describe('another version on the server', () => {
  test('that is our own, whose answer was lost, is no conflict though typing went on', async () => {
    const { desk, queue, state } = openDraft(written);
    desk.fates.push('lost');
    queue.change({ content: paragraphs('a', 'b', 'c', 'd') });
    await vi.advanceTimersByTimeAsync(1500);
    queue.change({ content: paragraphs('a', 'b', 'c', 'd and more') });
    await vi.advanceTimersByTimeAsync(2500);
    expect([desk.stored()?.fields.content, state().kind]).toEqual([
      paragraphs('a', 'b', 'c', 'd and more'),
      'saved',
    ]);
    expect(queue.snapshot().epoch).toBe(0);
  });

  test('a publication whose answer was lost is not taken back by what follows', async () => {
    const { desk, queue } = openDraft(written);
    desk.fates.push('lost');
    expect(await queue.save('publish')).toMatchObject({ ok: false, error: { code: 'offline' } });
    queue.change({ title: 'AB' });
    expect(await queue.save('save')).toMatchObject({ ok: true, value: { status: 'published' } });
    expect(queue.snapshot().fields.status).toBe('published');
  });

  test('that changed other fields is joined without a word, and the text is left alone', async () => {
    const { desk, queue, state } = openDraft(written);
    desk.other({ excerpt: 'theirs', status: 'published' });
    queue.change({ content: paragraphs('a', 'b', 'mine') });
    await vi.advanceTimersByTimeAsync(1500);
    await vi.advanceTimersByTimeAsync(1500);
    expect(desk.stored()?.fields).toMatchObject({
      content: paragraphs('a', 'b', 'mine'),
      excerpt: 'theirs',
      status: 'published',
    });
    expect([state().kind, queue.snapshot().epoch]).toEqual(['saved', 0]);
  });

  test('that changed the text is shown, nothing is sent meanwhile, and what is put together goes on top', async () => {
    const { desk, queue, state } = openDraft(written);
    desk.other({ content: paragraphs('theirs', 'b', 'c') });
    queue.change({ content: paragraphs('mine', 'b', 'c') });
    await vi.advanceTimersByTimeAsync(1500);
    const conflict = state();
    if (conflict.kind !== 'conflict') throw new Error(conflict.kind);
    expect(queue.sides(conflict.current.fields)).toMatchObject({
      base: { content: written.content },
      mine: { content: paragraphs('mine', 'b', 'c') },
      theirs: { content: paragraphs('theirs', 'b', 'c') },
    });
    queue.change({ title: 'typed' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await queue.save('save')).toMatchObject({ ok: false, error: { code: 'post.conflict' } });
    expect(desk.calls).toHaveLength(1);
    queue.resolve(conflict.current, {
      ...queue.snapshot().fields,
      content: paragraphs('theirs', 'mine', 'b', 'c'),
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(desk.stored()).toMatchObject({
      version: 3,
      fields: { title: 'typed', content: paragraphs('theirs', 'mine', 'b', 'c') },
    });
    expect([state().kind, queue.snapshot().epoch]).toEqual(['saved', 1]);
  });
});

describe('another text in place of this one', () => {
  test('is shown, and what was on its way before no longer counts', async () => {
    const { desk, queue, state } = openDraft(written);
    desk.fates.push('late');
    queue.change({ title: 'AB' });
    await vi.advanceTimersByTimeAsync(1500);
    const restored = documentOf(fieldsWith({ title: 'restored' }), 7);
    queue.replace(restored);
    desk.answerLate();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(queue.snapshot()).toMatchObject({ document: restored, fields: restored.fields, epoch: 1 });
    expect([desk.calls.length, state().kind]).toEqual([1, 'saved']);
  });

  test('a copy from before a crash is saved again, or compared where the server has gone on', async () => {
    const before = openDraft(written);
    before.queue.change({ content: paragraphs('a', 'b', 'c', 'crashed') });
    const copy = before.queue.copy();

    const same = openDraft(written);
    same.queue.restore(copy);
    await vi.advanceTimersByTimeAsync(0);
    expect(same.desk.stored()?.fields.content).toBe(paragraphs('a', 'b', 'c', 'crashed'));
    expect(same.queue.snapshot().epoch).toBe(1);

    const other = openDraft(written);
    other.desk.other({ title: 'theirs' });
    const reopened = createSaveQueue({
      opened: other.desk.stored(),
      start: { locale: 'en' },
      server: other.desk,
      reconciler: { isSame: async () => false, merge: async () => null },
      now: Date.now,
      newKey: () => 'key',
    });
    reopened.restore(copy);
    expect(reopened.snapshot().state).toMatchObject({ kind: 'conflict', current: { version: 2 } });
    expect(reopened.sides(fieldsWith({ title: 'theirs' })).base).toEqual(written);
  });

  test('a copy of a post that was made, though nobody heard of it, makes no second one', async () => {
    const { desk, queue } = openDraft(null);
    desk.fates.push('lost');
    queue.change({ title: 'A' });
    await vi.advanceTimersByTimeAsync(1500);
    queue.change({ title: 'AB' });
    queue.stop();
    const again = createSaveQueue({
      opened: null,
      start: { locale: 'en' },
      server: desk,
      reconciler: { isSame: async () => false, merge: async () => null },
      now: Date.now,
      newKey: () => 'another key',
    });
    again.restore(queue.copy());
    await vi.advanceTimersByTimeAsync(1500);
    expect(desk.stored()).toMatchObject({ version: 2, fields: { title: 'AB' } });
  });
});

test('whatever happens to each call, what was typed last is what the server has in the end', async () => {
  const fate = fc.constantFrom<Fate>('kept', 'kept', 'lost', 'away', { status: 503, code: 'server.failed' });
  const step = fc.oneof(
    fc.record({
      type: fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 4 }),
      wait: fc.nat(4000),
    }),
    fc.record({ fate, wait: fc.nat(100) }),
    fc.record({ save: fc.constantFrom('save' as const, 'publish' as const), wait: fc.nat(4000) }),
    fc.record({ wake: fc.constant(true), wait: fc.nat(2000) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { maxLength: 25 }), async (isNew, steps) => {
      const { desk, queue, state } = openDraft(isNew ? null : written);
      let text = '';
      for (const one of steps) {
        if ('type' in one) {
          text += one.type;
          queue.change({ content: paragraphs('start', text.trim()) });
        } else if ('fate' in one) desk.fates.push(one.fate);
        else if ('save' in one) void queue.save(one.save);
        else queue.wake();
        await vi.advanceTimersByTimeAsync(one.wait);
      }
      desk.fates.length = 0;
      await vi.advanceTimersByTimeAsync(120_000);
      const { fields: typed } = queue.snapshot();
      if (steps.some((one) => 'type' in one)) {
        expect(isSameDraft(typed, desk.stored()?.fields ?? emptyFields)).toBe(true);
        expect(typed.content).toBe(paragraphs('start', text.trim()));
        expect(state().kind).toBe('saved');
      }
      expect(queue.snapshot().epoch).toBe(0);
      queue.stop();
    }),
    { numRuns: stressRuns(40, 300) },
  );
});

describe('a later version of the same text, as where a run has published it,', () => {
  const published = (version: number) => documentOf({ ...written, status: 'published' }, version);

  test('is taken over, with what was typed meanwhile on top of it and no conflict', async () => {
    const { desk, queue, state } = openDraft(written);
    desk.other({ status: 'published' });
    queue.change({ content: paragraphs('a', 'b', 'typed') });
    queue.catchUp(published(2));
    expect(queue.snapshot()).toMatchObject({
      ...{ document: { version: 2 }, epoch: 0 },
      fields: { status: 'published', content: paragraphs('a', 'b', 'typed') },
    });
    await vi.advanceTimersByTimeAsync(1500);
    expect(desk.calls.map(({ version }) => version)).toEqual([2]);
    expect([desk.stored()?.fields.content, state().kind]).toEqual([paragraphs('a', 'b', 'typed'), 'saved']);
  });

  test('that is older, or that holds another text, changes nothing', () => {
    const { queue } = openDraft(written);
    queue.catchUp(published(3));
    const before = queue.snapshot();
    queue.catchUp(published(2));
    queue.catchUp(documentOf({ ...written, title: 'Another' }, 4));
    expect(queue.snapshot()).toBe(before);
  });

  test('leaves a save that is under way alone, which finds its way by itself', async () => {
    const { desk, queue, state } = openDraft(written);
    desk.fates.push('late');
    queue.change({ title: 'AB' });
    await vi.advanceTimersByTimeAsync(1500);
    desk.other({ status: 'published' });
    queue.catchUp(published(3));
    desk.answerLate();
    queue.change({ title: 'ABC' });
    await vi.advanceTimersByTimeAsync(3000);
    expect([desk.stored()?.fields.title, desk.stored()?.fields.status]).toEqual(['ABC', 'published']);
    expect(state().kind).toBe('saved');
  });
});
