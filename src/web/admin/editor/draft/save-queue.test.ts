import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Fate, openDraft, paragraphs, written } from '#test/support/pretend-desk.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

describe('typing', () => {
  test('is saved a second and a half after the last key', async () => {
    const { desk, queue, state } = openDraft(written);
    expect(state()).toEqual({ kind: 'untouched' });
    queue.change({ title: 'AB' });
    await vi.advanceTimersByTimeAsync(1000);
    queue.change({ title: 'ABC' });
    expect(state()).toEqual({ kind: 'unsaved' });
    await vi.advanceTimersByTimeAsync(1499);
    expect(desk.calls).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(desk.calls.map(({ at, mode, version }) => [at, mode, version])).toEqual([[2500, 'autosave', 1]]);
    expect([desk.stored()?.fields.title, state()]).toEqual(['ABC', { kind: 'saved', at: 2500 }]);
  });

  test('that never pauses is saved every thirty seconds', async () => {
    const { desk, queue } = openDraft(written);
    for (let key = 0; key < 65; key++) {
      queue.change({ title: `A${key}` });
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(desk.calls.map(({ at }) => at)).toEqual([30_000, 60_000]);
  });

  test('during a save is not overwritten by its answer, and saved on top of it', async () => {
    const { desk, queue, state } = openDraft(written);
    desk.fates.push('late');
    queue.change({ content: paragraphs('a') });
    await vi.advanceTimersByTimeAsync(1500);
    queue.change({ content: paragraphs('a', 'typed') });
    expect(state()).toEqual({ kind: 'saving' });
    desk.answerLate();
    await vi.advanceTimersByTimeAsync(0);
    expect([queue.snapshot().fields.content, state().kind]).toEqual([paragraphs('a', 'typed'), 'unsaved']);
    await vi.advanceTimersByTimeAsync(1500);
    expect(desk.calls.map(({ version }) => version)).toEqual([1, 2]);
    expect([desk.stored()?.fields.content, state().kind]).toEqual([paragraphs('a', 'typed'), 'saved']);
  });

  test('what is typed back to what the server has is saved already', async () => {
    const { desk, queue, state } = openDraft(written);
    queue.change({ title: 'AB' });
    queue.change({ title: 'A' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([desk.calls, state()]).toEqual([[], { kind: 'untouched' }]);
  });
});

describe('a new post', () => {
  test('is made by its first letters, once, though the answer is lost', async () => {
    const { desk, queue } = openDraft(null);
    queue.change({ excerpt: 'no text yet' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(desk.calls).toEqual([]);
    desk.fates.push('lost', 'away');
    queue.change({ title: 'A', content: paragraphs('first') });
    await vi.advanceTimersByTimeAsync(1500);
    queue.change({ content: paragraphs('first', 'second') });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(queue.snapshot().document?.id).toBe('post');
    expect(desk.stored()?.fields.content).toBe(paragraphs('first', 'second'));
    expect(desk.calls.map(({ version }) => version)).toEqual([null, null, null, 1]);
  });

  test('that is published at once is published, and nothing of an earlier try stays', async () => {
    const { desk, queue } = openDraft(null);
    desk.fates.push('lost');
    queue.change({ title: 'A' });
    await vi.advanceTimersByTimeAsync(1500);
    queue.change({ title: 'AB' });
    const published = await queue.save('publish');
    expect(published).toMatchObject({ ok: true, value: { status: 'published', fields: { title: 'AB' } } });
    expect(desk.calls.map(({ mode, version }) => [mode, version])).toEqual([
      ['autosave', null],
      ['publish', null],
      ['publish', 1],
    ]);
  });

  test('that was published, though nobody heard of it, stays published', async () => {
    const { desk, queue, state } = openDraft(null);
    desk.fates.push('lost');
    queue.change({ title: 'A' });
    expect(await queue.save('publish')).toMatchObject({ ok: false, error: { code: 'offline' } });
    await vi.advanceTimersByTimeAsync(10_000);
    expect([queue.snapshot().fields.status, state().kind]).toEqual(['published', 'saved']);
    expect(desk.stored()?.status).toBe('published');
  });
});

describe('an explicit save', () => {
  test('waits for the save that runs, and carries the newest text', async () => {
    const { desk, queue } = openDraft(written);
    desk.fates.push('late');
    queue.change({ title: 'AB' });
    await vi.advanceTimersByTimeAsync(1500);
    queue.change({ title: 'ABC' });
    const saved = queue.save('save');
    await vi.advanceTimersByTimeAsync(0);
    expect(desk.calls).toHaveLength(1);
    desk.answerLate();
    expect(await saved).toMatchObject({ ok: true, value: { version: 3, fields: { title: 'ABC' } } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(desk.calls.map(({ mode }) => mode)).toEqual(['autosave', 'save']);
  });

  test('alone keeps the status that was chosen', async () => {
    const { desk, queue, state } = openDraft(written);
    queue.change({ status: 'published', title: 'AB' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect([desk.stored()?.status, desk.stored()?.fields.title]).toEqual(['draft', 'AB']);
    expect(state()).toEqual({ kind: 'unsaved' });
    await queue.save('save');
    expect([desk.stored()?.status, state().kind]).toEqual(['published', 'saved']);
  });

  test('shows what the server made of fields that nobody touched since', async () => {
    const { queue } = openDraft(written);
    queue.change({ title: 'AB' });
    const saved = queue.save('publish');
    queue.change({ title: 'ABC' });
    await saved;
    expect(queue.snapshot().fields).toMatchObject({ status: 'published', title: 'ABC' });
  });

  test('that is refused says why, and the text is kept by itself all the same', async () => {
    const { desk, queue, state } = openDraft(written);
    desk.fates.push({ status: 422, code: 'schedule.past' });
    queue.change({ title: 'AB' });
    expect(await queue.save('schedule', '2020-01-01T00:00:00.000Z')).toMatchObject({
      ok: false,
      error: { code: 'schedule.past', error: 'A sentence.' },
    });
    expect(desk.calls[0]?.save.scheduled_at).toBe('2020-01-01T00:00:00.000Z');
    expect(state()).toEqual({ kind: 'failed', error: 'A sentence.' });
    await vi.advanceTimersByTimeAsync(1500);
    expect([desk.stored()?.fields.title, state().kind]).toEqual(['AB', 'saved']);
  });
});

describe('what fails', () => {
  test('for want of a connection is tried again after pauses that double up to thirty seconds', async () => {
    const { desk, queue, state } = openDraft(written);
    desk.fates.push(...Array<Fate>(8).fill('away'));
    queue.change({ title: 'AB' });
    await vi.advanceTimersByTimeAsync(1500 + 1000);
    queue.change({ title: 'ABC' });
    expect(state()).toEqual({ kind: 'offline' });
    await vi.advanceTimersByTimeAsync(150_000);
    const times = desk.calls.map(({ at }) => at);
    expect(times.map((at, place) => at - (times[place - 1] ?? 0))).toEqual([
      1500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
    ]);
    expect([desk.stored()?.fields.title, state().kind]).toEqual(['ABC', 'saved']);
  });

  test('goes out at once when the connection is back', async () => {
    const { desk, queue, state } = openDraft(written);
    desk.fates.push('away', 'away', 'away');
    queue.change({ title: 'AB' });
    await vi.advanceTimersByTimeAsync(5000);
    queue.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect([desk.calls.length, state().kind]).toEqual([4, 'saved']);
  });

  test.each([500, 503, 429])('by the answer %i is tried again, and said', async (status) => {
    const { desk, queue, state } = openDraft(written);
    desk.fates.push({ status, code: 'server.failed' });
    queue.change({ title: 'AB' });
    await vi.advanceTimersByTimeAsync(1500);
    expect(state()).toEqual({ kind: 'failed', error: 'A sentence.' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(state().kind).toBe('saved');
  });

  test('because of what is written is not repeated until something else is written', async () => {
    const { desk, queue, state } = openDraft(written);
    desk.fates.push({ status: 409, code: 'slug.taken' });
    queue.change({ slug: 'x' });
    await vi.advanceTimersByTimeAsync(120_000);
    expect([desk.calls.length, state()]).toEqual([1, { kind: 'failed', error: 'A sentence.' }]);
    queue.change({ slug: 'y' });
    await vi.advanceTimersByTimeAsync(1500);
    expect([desk.calls.length, state().kind]).toEqual([2, 'saved']);
  });

  test('for want of a session waits for signing in, and typing goes on', async () => {
    const { desk, queue, state } = openDraft(written);
    desk.fates.push({ status: 401, code: 'request.anonymous' });
    queue.change({ title: 'AB' });
    await vi.advanceTimersByTimeAsync(1500);
    queue.change({ title: 'ABC' });
    await vi.advanceTimersByTimeAsync(120_000);
    expect([desk.calls.length, state()]).toEqual([1, { kind: 'signed-out' }]);
    queue.resume();
    await vi.advanceTimersByTimeAsync(0);
    expect([desk.stored()?.fields.title, state().kind]).toEqual(['ABC', 'saved']);
  });

  test('by never being answered counts as lost after a minute', async () => {
    const { desk, queue, state } = openDraft(written);
    desk.fates.push('late');
    queue.change({ content: paragraphs('a', 'x') });
    await vi.advanceTimersByTimeAsync(1500 + 60_000);
    expect(state()).toEqual({ kind: 'offline' });
    desk.answerLate();
    await vi.advanceTimersByTimeAsync(1000);
    expect([desk.stored()?.fields.content, state().kind]).toEqual([paragraphs('a', 'x'), 'saved']);
  });
});
