import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Fate, openDraft, paragraphs, written } from '#test/support/fake-draft-server.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

describe('typed text', () => {
  test('is saved 1.5 seconds after the last keystroke', async () => {
    const { fakeServer, queue, state } = openDraft(written);
    expect(state()).toEqual({ kind: 'untouched' });
    queue.change({ title: 'AB' });
    await vi.advanceTimersByTimeAsync(1000);
    queue.change({ title: 'ABC' });
    expect(state()).toEqual({ kind: 'unsaved' });
    await vi.advanceTimersByTimeAsync(1499);
    expect(fakeServer.calls).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(fakeServer.calls.map(({ at, mode, version }) => [at, mode, version])).toEqual([
      [2500, 'autosave', 1],
    ]);
    expect([fakeServer.stored()?.fields.title, state()]).toEqual(['ABC', { kind: 'saved' }]);
  });

  test('is saved every thirty seconds if typing never pauses', async () => {
    const { fakeServer, queue } = openDraft(written);
    for (let key = 0; key < 65; key++) {
      queue.change({ title: `A${key}` });
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(fakeServer.calls.map(({ at }) => at)).toEqual([30_000, 60_000]);
  });

  test('is not overwritten by the response to a save in progress', async () => {
    const { fakeServer, queue, state } = openDraft(written);
    fakeServer.fates.push('late');
    queue.change({ content: paragraphs('a') });
    await vi.advanceTimersByTimeAsync(1500);
    queue.change({ content: paragraphs('a', 'typed') });
    expect(state()).toEqual({ kind: 'saving' });
    fakeServer.releaseLate();
    await vi.advanceTimersByTimeAsync(0);
    expect([queue.getSnapshot().fields.content, state().kind]).toEqual([paragraphs('a', 'typed'), 'unsaved']);
    await vi.advanceTimersByTimeAsync(1500);
    expect(fakeServer.calls.map(({ version }) => version)).toEqual([1, 2]);
    expect([fakeServer.stored()?.fields.content, state().kind]).toEqual([paragraphs('a', 'typed'), 'saved']);
  });

  test('counts as saved if it is back at the server’s version', async () => {
    const { fakeServer, queue, state } = openDraft(written);
    queue.change({ title: 'AB' });
    queue.change({ title: 'A' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([fakeServer.calls, state()]).toEqual([[], { kind: 'untouched' }]);
  });
});

describe('a new post', () => {
  test('is created once by its first characters, even if the response is lost', async () => {
    const { fakeServer, queue } = openDraft(null);
    queue.change({ excerpt: 'no text yet' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fakeServer.calls).toEqual([]);
    fakeServer.fates.push('lost', 'away');
    queue.change({ title: 'A', content: paragraphs('first') });
    await vi.advanceTimersByTimeAsync(1500);
    queue.change({ content: paragraphs('first', 'second') });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(queue.getSnapshot().document?.id).toBe('post');
    expect(fakeServer.stored()?.fields.content).toBe(paragraphs('first', 'second'));
    expect(fakeServer.calls.map(({ version }) => version)).toEqual([null, null, null, 1]);
  });

  test('is published although an earlier attempt created it as a draft', async () => {
    const { fakeServer, queue } = openDraft(null);
    fakeServer.fates.push('lost');
    queue.change({ title: 'A' });
    await vi.advanceTimersByTimeAsync(1500);
    queue.change({ title: 'AB' });
    const published = await queue.save('publish');
    expect(published).toMatchObject({ ok: true, value: { status: 'published', fields: { title: 'AB' } } });
    expect(fakeServer.calls.map(({ mode, version }) => [mode, version])).toEqual([
      ['autosave', null],
      ['publish', null],
      ['publish', 1],
    ]);
  });

  test('stays published if the response to the publication was lost', async () => {
    const { fakeServer, queue, state } = openDraft(null);
    fakeServer.fates.push('lost');
    queue.change({ title: 'A' });
    expect(await queue.save('publish')).toMatchObject({ ok: false, error: { code: 'offline' } });
    await vi.advanceTimersByTimeAsync(10_000);
    expect([queue.getSnapshot().fields.status, state().kind]).toEqual(['published', 'saved']);
    expect(fakeServer.stored()?.status).toBe('published');
  });
});

describe('an explicit save', () => {
  test('waits for the save in progress and sends the latest text', async () => {
    const { fakeServer, queue } = openDraft(written);
    fakeServer.fates.push('late');
    queue.change({ title: 'AB' });
    await vi.advanceTimersByTimeAsync(1500);
    queue.change({ title: 'ABC' });
    const saved = queue.save('save');
    await vi.advanceTimersByTimeAsync(0);
    expect(fakeServer.calls).toHaveLength(1);
    fakeServer.releaseLate();
    expect(await saved).toMatchObject({ ok: true, value: { version: 3, fields: { title: 'ABC' } } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fakeServer.calls.map(({ mode }) => mode)).toEqual(['autosave', 'save']);
  });

  test('is the only save that stores the selected status', async () => {
    const { fakeServer, queue, state } = openDraft(written);
    queue.change({ status: 'published', title: 'AB' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect([fakeServer.stored()?.status, fakeServer.stored()?.fields.title]).toEqual(['draft', 'AB']);
    expect(state()).toEqual({ kind: 'unsaved' });
    await queue.save('save');
    expect([fakeServer.stored()?.status, state().kind]).toEqual(['published', 'saved']);
  });

  test('takes over what the server made of unchanged fields', async () => {
    const { queue } = openDraft(written);
    queue.change({ title: 'AB' });
    const saved = queue.save('publish');
    queue.change({ title: 'ABC' });
    await saved;
    expect(queue.getSnapshot().fields).toMatchObject({ status: 'published', title: 'ABC' });
  });

  test('reports why it was rejected, and the text is still autosaved', async () => {
    const { fakeServer, queue, state } = openDraft(written);
    fakeServer.fates.push({ status: 422, code: 'schedule.past' });
    queue.change({ title: 'AB' });
    expect(await queue.save('schedule', '2020-01-01T00:00:00.000Z')).toMatchObject({
      ok: false,
      error: { code: 'schedule.past', error: 'A sentence.' },
    });
    expect(fakeServer.calls[0]?.save.scheduled_at).toBe('2020-01-01T00:00:00.000Z');
    expect(state()).toEqual({ kind: 'failed', error: 'A sentence.' });
    await vi.advanceTimersByTimeAsync(1500);
    expect([fakeServer.stored()?.fields.title, state().kind]).toEqual(['AB', 'saved']);
  });
});

describe('a failed save', () => {
  test('is retried with delays that double up to thirty seconds while offline', async () => {
    const { fakeServer, queue, state } = openDraft(written);
    fakeServer.fates.push(...Array<Fate>(8).fill('away'));
    queue.change({ title: 'AB' });
    await vi.advanceTimersByTimeAsync(1500 + 1000);
    queue.change({ title: 'ABC' });
    expect(state()).toEqual({ kind: 'offline' });
    await vi.advanceTimersByTimeAsync(150_000);
    const times = fakeServer.calls.map(({ at }) => at);
    expect(times.map((at, index) => at - (times[index - 1] ?? 0))).toEqual([
      1500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
    ]);
    expect([fakeServer.stored()?.fields.title, state().kind]).toEqual(['ABC', 'saved']);
  });

  test('is retried at once when the connection is back', async () => {
    const { fakeServer, queue, state } = openDraft(written);
    fakeServer.fates.push('away', 'away', 'away');
    queue.change({ title: 'AB' });
    await vi.advanceTimersByTimeAsync(5000);
    queue.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect([fakeServer.calls.length, state().kind]).toEqual([4, 'saved']);
  });

  test.each([500, 503, 429])('is retried and reported after a %i response', async (status) => {
    const { fakeServer, queue, state } = openDraft(written);
    fakeServer.fates.push({ status, code: 'server.failed' });
    queue.change({ title: 'AB' });
    await vi.advanceTimersByTimeAsync(1500);
    expect(state()).toEqual({ kind: 'failed', error: 'A sentence.' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(state().kind).toBe('saved');
  });

  test('is not retried before the text changes if the content was rejected', async () => {
    const { fakeServer, queue, state } = openDraft(written);
    fakeServer.fates.push({ status: 409, code: 'slug.taken' });
    queue.change({ slug: 'x' });
    await vi.advanceTimersByTimeAsync(120_000);
    expect([fakeServer.calls.length, state()]).toEqual([1, { kind: 'failed', error: 'A sentence.' }]);
    queue.change({ slug: 'y' });
    await vi.advanceTimersByTimeAsync(1500);
    expect([fakeServer.calls.length, state().kind]).toEqual([2, 'saved']);
  });

  test('waits for a new sign-in if the session has ended, and typing continues', async () => {
    const { fakeServer, queue, state } = openDraft(written);
    fakeServer.fates.push({ status: 401, code: 'request.anonymous' });
    queue.change({ title: 'AB' });
    await vi.advanceTimersByTimeAsync(1500);
    queue.change({ title: 'ABC' });
    await vi.advanceTimersByTimeAsync(120_000);
    expect([fakeServer.calls.length, state()]).toEqual([1, { kind: 'signed-out' }]);
    queue.resume();
    await vi.advanceTimersByTimeAsync(0);
    expect([fakeServer.stored()?.fields.title, state().kind]).toEqual(['ABC', 'saved']);
  });

  test('counts as lost if no response arrives within a minute', async () => {
    const { fakeServer, queue, state } = openDraft(written);
    fakeServer.fates.push('late');
    queue.change({ content: paragraphs('a', 'x') });
    await vi.advanceTimersByTimeAsync(1500 + 60_000);
    expect(state()).toEqual({ kind: 'offline' });
    fakeServer.releaseLate();
    await vi.advanceTimersByTimeAsync(1000);
    expect([fakeServer.stored()?.fields.content, state().kind]).toEqual([paragraphs('a', 'x'), 'saved']);
  });
});
