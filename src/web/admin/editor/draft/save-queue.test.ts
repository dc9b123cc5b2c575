import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DeskDocument, DeskSave, PostFields } from '#desk/contract.ts';
import { isSameDraft, mergeQuietly } from '../compare/reconcile.ts';
import type { ServerAnswer } from './draft-contract.ts';
import { emptyFields } from './draft-fields.ts';
import { createSaveQueue } from './save-queue.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

const fields = (part: Partial<PostFields>): PostFields => ({ ...emptyFields, ...part });
const paragraphs = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('');

/** What becomes of one call: kept and answered, kept with the answer lost, never arrived, refused, or answered when told to. */
type Fate = 'kept' | 'lost' | 'away' | 'late' | { status: number; code: string };

/** A server with one post, by the rules of the real one: versions, HTML in a form of its own, and one post for each key. */
function pretendDesk(opened: PostFields | null) {
  let stored: DeskDocument | null = opened && documentOf(opened, 1);
  const made = new Map<string, DeskDocument>();
  const calls: { at: number; mode: string; content: string; version: number | null; save: DeskSave }[] = [];
  const late: (() => void)[] = [];
  let running = 0;

  async function answerBy(fate: Fate, keep: () => ServerAnswer): Promise<ServerAnswer> {
    if (fate === 'away') return { ok: false, error: { code: 'offline' } };
    if (typeof fate === 'object') return { ok: false, error: { ...fate, error: 'A sentence.' } };
    const answer = keep();
    if (fate === 'lost') return { ok: false, error: { code: 'offline' } };
    if (fate === 'late') await new Promise<void>((resolve) => void late.push(resolve));
    return answer;
  }
  function keep(save: DeskSave): ServerAnswer {
    const status = save.mode === 'publish' ? 'published' : save.fields.status;
    const content = save.fields.content.replaceAll('<p></p>', '');
    stored = documentOf({ ...save.fields, content, status }, (stored?.version ?? 0) + 1);
    return { ok: true, value: stored };
  }
  async function alone(answer: Promise<ServerAnswer>): Promise<ServerAnswer> {
    running += 1;
    expect(running, 'calls at one time').toBe(1);
    return answer.finally(() => {
      running -= 1;
    });
  }

  return {
    fates: [] as Fate[],
    calls,
    stored: () => stored,
    answerLate: () => late.shift()?.(),
    /** Someone else saves. */
    other(part: Partial<PostFields>) {
      if (stored) stored = documentOf({ ...stored.fields, ...part }, stored.version + 1);
    },
    create(save: DeskSave, key: string) {
      const { mode } = save;
      calls.push({ at: Date.now(), mode, content: save.fields.content, version: null, save });
      const one = () => {
        const before = made.get(key);
        if (before) return { ok: true, value: before } as const;
        const answer = keep(save);
        if (answer.ok) made.set(key, answer.value);
        return answer;
      };
      return alone(answerBy(this.fates.shift() ?? 'kept', one));
    },
    save(_id: string, version: number, save: DeskSave) {
      calls.push({ at: Date.now(), mode: save.mode, content: save.fields.content, version, save });
      const judged = (): ServerAnswer =>
        version === stored?.version
          ? keep(save)
          : { ok: false, error: { code: 'post.conflict', status: 409, current: stored ?? undefined } };
      return alone(answerBy(this.fates.shift() ?? 'kept', judged));
    },
  };
}

function documentOf(kept: PostFields, version: number): DeskDocument {
  return {
    id: 'post',
    article_id: 'article',
    locale: 'en',
    version,
    fields: kept,
    has_working_copy: false,
    status: kept.status,
    published_at: null,
    scheduled_at: null,
    created_at: '',
    updated_at: '',
    author_id: null,
    languages: [],
  };
}

function open(opened: PostFields | null) {
  const desk = pretendDesk(opened);
  const queue = createSaveQueue({
    opened: desk.stored(),
    start: { locale: 'en' },
    server: { create: (...call) => desk.create(...call), save: (...call) => desk.save(...call) },
    reconciler: {
      isSame: async (sent, kept) => isSameDraft(sent, kept),
      merge: async (sides) => mergeQuietly(sides),
    },
    now: Date.now,
    newKey: () => 'key',
  });
  const state = () => queue.snapshot().state;
  return { desk, queue, state };
}

const written = fields({ title: 'A', content: paragraphs('a', 'b', 'c') });

describe('typing', () => {
  test('is saved a second and a half after the last key', async () => {
    const { desk, queue, state } = open(written);
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
    const { desk, queue } = open(written);
    for (let key = 0; key < 65; key++) {
      queue.change({ title: `A${key}` });
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(desk.calls.map(({ at }) => at)).toEqual([30_000, 60_000]);
  });

  test('during a save is not overwritten by its answer, and saved on top of it', async () => {
    const { desk, queue, state } = open(written);
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
    const { desk, queue, state } = open(written);
    queue.change({ title: 'AB' });
    queue.change({ title: 'A' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([desk.calls, state()]).toEqual([[], { kind: 'untouched' }]);
  });
});

describe('a new post', () => {
  test('is made by its first letters, once, though the answer is lost', async () => {
    const { desk, queue } = open(null);
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
    const { desk, queue } = open(null);
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
});

describe('an explicit save', () => {
  test('waits for the save that runs, and carries the newest text', async () => {
    const { desk, queue } = open(written);
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
    const { desk, queue, state } = open(written);
    queue.change({ status: 'published', title: 'AB' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect([desk.stored()?.status, desk.stored()?.fields.title]).toEqual(['draft', 'AB']);
    expect(state()).toEqual({ kind: 'unsaved' });
    await queue.save('save');
    expect([desk.stored()?.status, state().kind]).toEqual(['published', 'saved']);
  });

  test('shows what the server made of fields that nobody touched since', async () => {
    const { queue } = open(written);
    queue.change({ title: 'AB' });
    const saved = queue.save('publish');
    queue.change({ title: 'ABC' });
    await saved;
    expect(queue.snapshot().fields).toMatchObject({ status: 'published', title: 'ABC' });
  });

  test('that is refused says why, and the text is kept by itself all the same', async () => {
    const { desk, queue, state } = open(written);
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
    const { desk, queue, state } = open(written);
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
    const { desk, queue, state } = open(written);
    desk.fates.push('away', 'away', 'away');
    queue.change({ title: 'AB' });
    await vi.advanceTimersByTimeAsync(5000);
    queue.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect([desk.calls.length, state().kind]).toEqual([4, 'saved']);
  });

  test.each([500, 503, 429])('by the answer %i is tried again, and said', async (status) => {
    const { desk, queue, state } = open(written);
    desk.fates.push({ status, code: 'server.failed' });
    queue.change({ title: 'AB' });
    await vi.advanceTimersByTimeAsync(1500);
    expect(state()).toEqual({ kind: 'failed', error: 'A sentence.' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(state().kind).toBe('saved');
  });

  test('because of what is written is not repeated until something else is written', async () => {
    const { desk, queue, state } = open(written);
    desk.fates.push({ status: 409, code: 'slug.taken' });
    queue.change({ slug: 'x' });
    await vi.advanceTimersByTimeAsync(120_000);
    expect([desk.calls.length, state()]).toEqual([1, { kind: 'failed', error: 'A sentence.' }]);
    queue.change({ slug: 'y' });
    await vi.advanceTimersByTimeAsync(1500);
    expect([desk.calls.length, state().kind]).toEqual([2, 'saved']);
  });

  test('for want of a session waits for signing in, and typing goes on', async () => {
    const { desk, queue, state } = open(written);
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
    const { desk, queue, state } = open(written);
    desk.fates.push('late');
    queue.change({ content: paragraphs('a', 'x') });
    await vi.advanceTimersByTimeAsync(1500 + 60_000);
    expect(state()).toEqual({ kind: 'offline' });
    desk.answerLate();
    await vi.advanceTimersByTimeAsync(1000);
    expect([desk.stored()?.fields.content, state().kind]).toEqual([paragraphs('a', 'x'), 'saved']);
  });
});

describe('another version on the server', () => {
  test('that is our own, whose answer was lost, is no conflict though typing went on', async () => {
    const { desk, queue, state } = open(written);
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
    const { desk, queue } = open(written);
    desk.fates.push('lost');
    expect(await queue.save('publish')).toMatchObject({ ok: false, error: { code: 'offline' } });
    queue.change({ title: 'AB' });
    expect(await queue.save('save')).toMatchObject({ ok: true, value: { status: 'published' } });
    expect(queue.snapshot().fields.status).toBe('published');
  });

  test('that changed other fields is joined without a word, and the text is left alone', async () => {
    const { desk, queue, state } = open(written);
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
    const { desk, queue, state } = open(written);
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
    const { desk, queue, state } = open(written);
    desk.fates.push('late');
    queue.change({ title: 'AB' });
    await vi.advanceTimersByTimeAsync(1500);
    const restored = documentOf(fields({ title: 'restored' }), 7);
    queue.replace(restored);
    desk.answerLate();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(queue.snapshot()).toMatchObject({ document: restored, fields: restored.fields, epoch: 1 });
    expect([desk.calls.length, state().kind]).toEqual([1, 'saved']);
  });

  test('a copy from before a crash is saved again, or compared where the server has gone on', async () => {
    const before = open(written);
    before.queue.change({ content: paragraphs('a', 'b', 'c', 'crashed') });
    const copy = before.queue.copy();

    const same = open(written);
    same.queue.restore(copy);
    await vi.advanceTimersByTimeAsync(0);
    expect(same.desk.stored()?.fields.content).toBe(paragraphs('a', 'b', 'c', 'crashed'));
    expect(same.queue.snapshot().epoch).toBe(1);

    const other = open(written);
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
    expect(reopened.sides(fields({ title: 'theirs' })).base).toEqual(written);
  });

  test('a copy of a post that was made, though nobody heard of it, makes no second one', async () => {
    const { desk, queue } = open(null);
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
      const { desk, queue, state } = open(isNew ? null : written);
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
    { numRuns: 200 },
  );
});
