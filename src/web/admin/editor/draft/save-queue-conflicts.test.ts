import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type Fate,
  fieldsWith,
  normalizeContent,
  openDraft,
  openQueue,
  paragraphs,
  toEditorPost,
  written,
} from '#test/support/fake-draft-server.ts';
import { stressRuns } from '#test/support/stress.ts';
import type { LocalDraft } from './draft-types.ts';
import { hasSameContent } from './post-fields.ts';
import type { SaveQueue } from './save-queue.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

/** As the browser stores it. */
const storeDraft = (queue: SaveQueue): LocalDraft => JSON.parse(JSON.stringify(queue.toLocalDraft()));

describe('another version on the server', () => {
  test('is no conflict if it is our own save whose response was lost', async () => {
    const { fakeServer, queue, state, merge } = openDraft(written);
    fakeServer.fates.push('lost');
    queue.change({ content: paragraphs('a', 'b', 'c', 'd') });
    await vi.advanceTimersByTimeAsync(1500);
    queue.change({ content: paragraphs('a', 'b', 'c', 'd and more') });
    await vi.advanceTimersByTimeAsync(2500);
    expect([fakeServer.stored()?.fields.content, state().kind]).toEqual([
      paragraphs('a', 'b', 'c', 'd and more'),
      'saved',
    ]);
    expect(queue.getSnapshot().epoch).toBe(0);
    expect(merge).not.toHaveBeenCalled();
  });

  test.each<Fate[]>([
    ['lost', 'lost'],
    ['away', 'lost'],
    ['lost', 'away'],
  ])('is our own save too if two responses in a row were lost (%s, %s)', async (...fates) => {
    const { fakeServer, queue, state, merge } = openDraft(written);
    fakeServer.fates.push(...fates);
    queue.change({ title: 'first' });
    await vi.advanceTimersByTimeAsync(1500);
    queue.change({ title: 'second' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(fakeServer.calls).toHaveLength(2);
    queue.change({ title: 'third' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect([fakeServer.stored()?.fields.title, state().kind]).toEqual(['third', 'saved']);
    expect(merge).not.toHaveBeenCalled();
  });

  test('is our own save after any number of others that never arrived', async () => {
    const { fakeServer, queue, state, merge } = openDraft(written);
    fakeServer.fates.push('lost', ...Array<Fate>(30).fill('away'));
    for (let text = 0; text < 31; text += 1) {
      queue.change({ title: `A${text}` });
      await vi.advanceTimersByTimeAsync(30_000);
    }
    await vi.advanceTimersByTimeAsync(600_000);
    expect([fakeServer.stored()?.fields.title, state().kind]).toEqual(['A30', 'saved']);
    expect(merge).not.toHaveBeenCalled();
  });

  test('is undone on the server too if the user has undone the change by then', async () => {
    const { fakeServer, queue, state, merge } = openDraft(written);
    fakeServer.fates.push('lost');
    queue.change({ title: 'AB' });
    await vi.advanceTimersByTimeAsync(1500);
    queue.change({ title: written.title });
    expect(queue.isUnsaved()).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fakeServer.stored()).toMatchObject({ version: 3, fields: written });
    expect([queue.isUnsaved(), state().kind, fakeServer.calls.length]).toEqual([false, 'saved', 3]);
    expect(merge).not.toHaveBeenCalled();
  });

  test('is our own save too if the page has loaded the version before it again', async () => {
    const { fakeServer, queue, merge } = openDraft(written);
    const before = fakeServer.stored();
    fakeServer.fates.push('lost');
    queue.change({ title: 'AB' });
    await vi.advanceTimersByTimeAsync(1500);
    if (before) queue.catchUp(before);
    queue.change({ title: 'ABC' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fakeServer.stored()).toMatchObject({ version: 3, fields: { title: 'ABC' } });
    expect(merge).not.toHaveBeenCalled();
  });

  test('needs no further save if it has the text, which stays as typed', async () => {
    const { fakeServer, queue, state } = openDraft(written);
    const typed = paragraphs('a', '', 'b', 'c');
    fakeServer.fates.push('lost');
    queue.change({ content: typed });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fakeServer.stored()).toMatchObject({ version: 2, fields: { content: written.content } });
    expect([queue.getSnapshot().fields.content, state().kind]).toEqual([typed, 'saved']);
    const [first, repeated, ...others] = fakeServer.calls;
    expect([repeated?.save.save_id, others]).toEqual([first?.save.save_id, []]);
  });

  test('is merged if somebody else saved the same text, because its id is not ours', async () => {
    const { fakeServer, queue, state, merge } = openDraft(written);
    const typed = { title: 'AB', content: paragraphs('a', 'same', 'c') };
    fakeServer.other(typed);
    queue.change(typed);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([merge.mock.calls.length, fakeServer.calls.length, state().kind]).toEqual([1, 1, 'saved']);
    expect(queue.getSnapshot()).toMatchObject({ document: { version: 2 }, fields: typed, epoch: 0 });
  });

  test('is a conflict if both sides changed a field of a new post before its creation was repeated', async () => {
    const { fakeServer, queue, state } = openDraft(null);
    fakeServer.fates.push('lost');
    queue.change({ title: 'A', content: paragraphs('first') });
    await vi.advanceTimersByTimeAsync(1500);
    queue.change({ title: 'AB' });
    fakeServer.other({ title: 'theirs' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(state()).toMatchObject({ kind: 'conflict', current: { version: 2 } });
    expect(fakeServer.stored()?.fields.title).toBe('theirs');
  });

  test('is merged if somebody else changed other fields of a new post before its creation was repeated', async () => {
    const { fakeServer, queue, state } = openDraft(null);
    fakeServer.fates.push('lost');
    queue.change({ title: 'A', content: paragraphs('first') });
    await vi.advanceTimersByTimeAsync(1500);
    fakeServer.other({ excerpt: 'theirs' });
    await vi.advanceTimersByTimeAsync(60_000);
    const merged = { title: 'A', content: paragraphs('first'), excerpt: 'theirs' };
    expect([queue.getSnapshot().fields, fakeServer.stored()?.fields]).toMatchObject([merged, merged]);
    expect(state().kind).toBe('saved');
  });

  test('is merged without what somebody else removed from a new post before its creation was repeated', async () => {
    const { fakeServer, queue, state } = openDraft(null);
    fakeServer.fates.push('lost');
    queue.change({ title: 'A', excerpt: 'wrong', tag_ids: ['kept', 'wrong'] });
    await vi.advanceTimersByTimeAsync(1500);
    queue.change({ title: 'AB' });
    fakeServer.other({ excerpt: '', tag_ids: ['kept'] });
    await vi.advanceTimersByTimeAsync(60_000);
    const merged = { title: 'AB', excerpt: '', tag_ids: ['kept'] };
    expect([queue.getSnapshot().fields, fakeServer.stored()?.fields]).toMatchObject([merged, merged]);
    expect(state().kind).toBe('saved');
  });

  test('is merged with what was typed between two creations without a response', async () => {
    const { fakeServer, queue } = openDraft(null);
    fakeServer.fates.push('lost', 'away');
    queue.change({ title: 'A' });
    await vi.advanceTimersByTimeAsync(1500);
    queue.change({ excerpt: 'typed' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(fakeServer.calls).toHaveLength(2);
    fakeServer.other({ seo_title: 'theirs' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fakeServer.stored()?.fields).toMatchObject({ title: 'A', excerpt: 'typed', seo_title: 'theirs' });
  });

  test('is not our own save if it is a later one that left the id as it was', async () => {
    const { fakeServer, queue, state } = openDraft(written);
    fakeServer.fates.push('lost');
    queue.change({ title: 'AB' });
    await vi.advanceTimersByTimeAsync(1500);
    fakeServer.other({ title: 'theirs' }, { isEarlierVersion: true });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(state()).toMatchObject({ kind: 'conflict', current: { version: 3 } });
    expect(fakeServer.stored()?.fields.title).toBe('theirs');
  });

  test('stays published if the response to the publication was lost', async () => {
    const { fakeServer, queue } = openDraft(written);
    fakeServer.fates.push('lost');
    expect(await queue.save('publish')).toMatchObject({ ok: false, error: { code: 'offline' } });
    queue.change({ title: 'AB' });
    expect(await queue.save('save')).toMatchObject({ ok: true, value: { status: 'published' } });
    expect(queue.getSnapshot().fields.status).toBe('published');
  });

  test('is merged silently if it changed other fields, and the text stays unchanged', async () => {
    const { fakeServer, queue, state } = openDraft(written);
    fakeServer.other({ excerpt: 'theirs', status: 'published' });
    queue.change({ content: paragraphs('a', 'b', 'mine') });
    await vi.advanceTimersByTimeAsync(1500);
    await vi.advanceTimersByTimeAsync(1500);
    expect(fakeServer.stored()?.fields).toMatchObject({
      content: paragraphs('a', 'b', 'mine'),
      excerpt: 'theirs',
      status: 'published',
    });
    expect([state().kind, queue.getSnapshot().epoch]).toEqual(['saved', 0]);
  });

  test('opens a conflict if it changed the text, and the resolution is saved on top of it', async () => {
    const { fakeServer, queue, state } = openDraft(written);
    fakeServer.other({ content: paragraphs('theirs', 'b', 'c') });
    queue.change({ content: paragraphs('mine', 'b', 'c') });
    await vi.advanceTimersByTimeAsync(1500);
    const conflict = state();
    if (conflict.kind !== 'conflict') throw new Error(conflict.kind);
    expect(queue.getMergeInput(conflict.current.fields)).toMatchObject({
      base: { content: written.content },
      mine: { content: paragraphs('mine', 'b', 'c') },
      theirs: { content: paragraphs('theirs', 'b', 'c') },
    });
    queue.change({ title: 'typed' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await queue.save('save')).toMatchObject({ ok: false, error: { code: 'post.conflict' } });
    expect(fakeServer.calls).toHaveLength(1);
    queue.resolve(conflict.current, {
      ...queue.getSnapshot().fields,
      content: paragraphs('theirs', 'mine', 'b', 'c'),
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(fakeServer.stored()).toMatchObject({
      version: 3,
      fields: { title: 'typed', content: paragraphs('theirs', 'mine', 'b', 'c') },
    });
    expect([state().kind, queue.getSnapshot().epoch]).toEqual(['saved', 1]);
  });
});

describe('a replaced text', () => {
  test('is shown, and responses to earlier requests are ignored', async () => {
    const { fakeServer, queue, state } = openDraft(written);
    fakeServer.fates.push('late');
    queue.change({ title: 'AB' });
    await vi.advanceTimersByTimeAsync(1500);
    const restored = toEditorPost(fieldsWith({ title: 'restored' }), 7);
    queue.replace(restored);
    fakeServer.releaseLate();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(queue.getSnapshot()).toMatchObject({ document: restored, fields: restored.fields, epoch: 1 });
    expect([fakeServer.calls.length, state().kind]).toEqual([1, 'saved']);
  });

  test('from a recovered draft is saved again, or compared if the server has another version', async () => {
    const before = openDraft(written);
    before.queue.change({ content: paragraphs('a', 'b', 'c', 'crashed') });
    const localDraft = before.queue.toLocalDraft();

    const same = openDraft(written);
    same.queue.restore(localDraft);
    await vi.advanceTimersByTimeAsync(0);
    expect(same.fakeServer.stored()?.fields.content).toBe(paragraphs('a', 'b', 'c', 'crashed'));
    expect(same.queue.getSnapshot().epoch).toBe(1);

    const other = openDraft(written);
    other.fakeServer.other({ title: 'theirs' });
    const reopened = openQueue(other.fakeServer);
    reopened.queue.restore(localDraft);
    expect(reopened.state()).toMatchObject({ kind: 'conflict', current: { version: 2 } });
    expect(reopened.queue.getMergeInput(fieldsWith({ title: 'theirs' })).base).toEqual(written);
  });

  test('from a recovered draft is still compared if the page is reloaded before the user has resolved the conflict', async () => {
    const { fakeServer, queue } = openDraft(written);
    queue.change({ title: 'mine' });
    queue.stop();
    fakeServer.other({ title: 'theirs', excerpt: 'theirs' });
    const reopened = openQueue(fakeServer);
    reopened.queue.restore(storeDraft(queue));
    reopened.queue.stop();
    const again = openQueue(fakeServer);
    again.queue.restore(storeDraft(reopened.queue));
    await vi.advanceTimersByTimeAsync(60_000);
    const conflict = again.state();
    if (conflict.kind !== 'conflict') throw new Error(conflict.kind);
    expect(again.queue.getMergeInput(conflict.current.fields).base).toEqual(written);
    expect(fakeServer.stored()?.fields.title).toBe('theirs');
    again.queue.resolve(conflict.current, { ...conflict.current.fields, title: 'resolved' });
    expect(storeDraft(again.queue)).toMatchObject({ version: 2, base: { title: 'theirs' } });
    await vi.advanceTimersByTimeAsync(0);
    expect(fakeServer.stored()).toMatchObject({
      version: 3,
      fields: { title: 'resolved', excerpt: 'theirs' },
    });
  });

  test('from a recovered draft is compared with a later save that left the id as it was', async () => {
    const { fakeServer, queue } = openDraft(written);
    fakeServer.fates.push('lost');
    queue.change({ title: 'AB' });
    await vi.advanceTimersByTimeAsync(1500);
    queue.stop();
    fakeServer.other({ title: 'theirs' }, { isEarlierVersion: true });
    const reopened = openQueue(fakeServer);
    reopened.queue.restore(storeDraft(queue));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reopened.state()).toMatchObject({ kind: 'conflict', current: { version: 3 } });
    expect(fakeServer.stored()?.fields.title).toBe('theirs');
  });

  test.each([
    ['typed on since', 'AB and more'],
    ['not typed since', 'AB'],
  ])('from a recovered draft continues the lost save that the server has (%s)', async (_, title) => {
    const { fakeServer, queue } = openDraft(written);
    fakeServer.fates.push('lost');
    queue.change({ title: 'AB' });
    await vi.advanceTimersByTimeAsync(1500);
    queue.change({ title });
    queue.stop();
    const reopened = openQueue(fakeServer);
    reopened.queue.restore(storeDraft(queue));
    await vi.advanceTimersByTimeAsync(1500);
    expect([fakeServer.stored()?.fields.title, reopened.state().kind]).toEqual([title, 'saved']);
    expect(fakeServer.calls.map(({ version }) => version)).toEqual(title === 'AB' ? [1] : [1, 2]);
    expect(reopened.merge).not.toHaveBeenCalled();
  });

  test('from a recovered draft recognizes a save that the server stores after the page was opened again', async () => {
    const { fakeServer, queue } = openDraft(written);
    const before = fakeServer.stored();
    fakeServer.fates.push('late');
    queue.change({ title: 'AB' });
    await vi.advanceTimersByTimeAsync(1500);
    fakeServer.releaseLate();
    const localDraft = storeDraft(queue);
    queue.stop();
    await vi.advanceTimersByTimeAsync(0);
    const reopened = openQueue(fakeServer, before);
    reopened.queue.restore(localDraft);
    reopened.queue.change({ title: 'AB and more' });
    await vi.advanceTimersByTimeAsync(3000);
    expect([fakeServer.stored()?.fields.title, reopened.state().kind]).toEqual(['AB and more', 'saved']);
    expect(reopened.merge).not.toHaveBeenCalled();
  });

  test('from a recovered draft stays published if the response to the publication was lost', async () => {
    const { fakeServer, queue } = openDraft(written);
    fakeServer.fates.push('lost');
    queue.change({ title: 'AB' });
    await queue.save('publish');
    queue.stop();
    const reopened = openQueue(fakeServer);
    reopened.queue.restore(storeDraft(queue));
    await vi.advanceTimersByTimeAsync(1500);
    expect(reopened.queue.getSnapshot().fields).toMatchObject({ title: 'AB', status: 'published' });
    expect(reopened.state().kind).toBe('saved');
  });

  test('from a draft whose post was created without a response creates no second post', async () => {
    const { fakeServer, queue } = openDraft(null);
    fakeServer.fates.push('lost');
    queue.change({ title: 'A' });
    await vi.advanceTimersByTimeAsync(1500);
    queue.change({ title: 'AB' });
    queue.stop();
    const reopened = openQueue(fakeServer, null);
    reopened.queue.restore(storeDraft(queue));
    await vi.advanceTimersByTimeAsync(1500);
    expect(fakeServer.stored()).toMatchObject({ version: 2, fields: { title: 'AB' } });
    expect(reopened.merge).not.toHaveBeenCalled();
  });
});

test('the server ends up with the last typed text, whatever happens to each request', async () => {
  const fate = fc.constantFrom<Fate>('kept', 'kept', 'lost', 'away', { status: 503, code: 'server.failed' });
  const step = fc.oneof(
    fc.record({
      type: fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 4 }),
      wait: fc.nat(4000),
    }),
    fc.record({ isUndo: fc.constant(true), wait: fc.nat(4000) }),
    fc.record({ fate, wait: fc.nat(100) }),
    fc.record({ save: fc.constantFrom('save' as const, 'publish' as const), wait: fc.nat(4000) }),
    fc.record({ wake: fc.constant(true), wait: fc.nat(2000) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { maxLength: 25 }), async (isNew, steps) => {
      const { fakeServer, queue, state, merge } = openDraft(isNew ? null : written);
      let text = '';
      for (const action of steps) {
        if ('type' in action || 'isUndo' in action) {
          text = 'type' in action ? text + action.type : text.slice(0, -1);
          queue.change({ content: paragraphs('start', text.trim()) });
        } else if ('fate' in action) fakeServer.fates.push(action.fate);
        else if ('save' in action) void queue.save(action.save);
        else queue.wake();
        await vi.advanceTimersByTimeAsync(action.wait);
      }
      fakeServer.fates.length = 0;
      await vi.advanceTimersByTimeAsync(120_000);
      const { fields: current } = queue.getSnapshot();
      if (steps.some((action) => 'type' in action || 'isUndo' in action)) {
        const stored = fakeServer.stored()?.fields;
        const normalized = { ...current, content: normalizeContent(current.content) };
        expect(stored && hasSameContent(stored, normalized)).toBe(true);
        expect(current.content).toBe(paragraphs('start', text.trim()));
        expect(state().kind).toBe('saved');
      }
      expect(queue.getSnapshot().epoch).toBe(0);
      expect(merge).not.toHaveBeenCalled();
      queue.stop();
    }),
    { numRuns: stressRuns(40, 300) },
  );
});

describe('a later version of the same text', () => {
  const published = (version: number) => toEditorPost({ ...written, status: 'published' }, version);

  test('is taken over without a conflict, and typed text stays', async () => {
    const { fakeServer, queue, state } = openDraft(written);
    fakeServer.other({ status: 'published' });
    queue.change({ content: paragraphs('a', 'b', 'typed') });
    queue.catchUp(published(2));
    expect(queue.getSnapshot()).toMatchObject({
      document: { version: 2 },
      epoch: 0,
      fields: { status: 'published', content: paragraphs('a', 'b', 'typed') },
    });
    await vi.advanceTimersByTimeAsync(1500);
    expect(fakeServer.calls.map(({ version }) => version)).toEqual([2]);
    expect([fakeServer.stored()?.fields.content, state().kind]).toEqual([
      paragraphs('a', 'b', 'typed'),
      'saved',
    ]);
  });

  test('changes nothing if it is older or has another text', () => {
    const { queue } = openDraft(written);
    queue.catchUp(published(3));
    const before = queue.getSnapshot();
    queue.catchUp(published(2));
    queue.catchUp(toEditorPost({ ...written, title: 'Another' }, 4));
    expect(queue.getSnapshot()).toBe(before);
  });

  test('does not disturb a save in progress', async () => {
    const { fakeServer, queue, state } = openDraft(written);
    fakeServer.fates.push('late');
    queue.change({ title: 'AB' });
    await vi.advanceTimersByTimeAsync(1500);
    fakeServer.other({ status: 'published' });
    queue.catchUp(published(3));
    fakeServer.releaseLate();
    queue.change({ title: 'ABC' });
    await vi.advanceTimersByTimeAsync(3000);
    expect([fakeServer.stored()?.fields.title, fakeServer.stored()?.fields.status]).toEqual([
      'ABC',
      'published',
    ]);
    expect(state().kind).toBe('saved');
  });
});
