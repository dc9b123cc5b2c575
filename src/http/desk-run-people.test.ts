import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TranslationNote } from '#assistant/contract.ts';
import { emptyDatabase } from '#test/support/databases.ts';
import { type RunDesk, startRunDesk, stepOf } from '#test/support/run-desk.ts';
import { deskSave } from '#test/support/start-desk-edge.ts';

let desk: RunDesk;
beforeAll(async () => {
  desk = await startRunDesk(await emptyDatabase());
});
afterAll(() => desk?.[Symbol.asyncDispose]());

const content = (what: string, first = 'It needs light in the morning.') =>
  `<h2>What a ${what} needs</h2><p>${first}</p><p>We were happy with every ${what} of them.</p>`;
const german = { locales: ['de'] };

/** A post, and its German translation as a run made it. */
async function translated(what: string, fields: object = {}) {
  const post = await desk.write({ title: `A ${what} in the morning`, content: content(what), ...fields });
  const step = stepOf(await desk.run(post.id, german), 'de');
  expect(step).toMatchObject({ status: 'published', code: null });
  return { id: post.id as string, germanId: step.post?.id ?? '' };
}
const offersOf = async (id: string): Promise<TranslationNote['offers']> =>
  (await desk.ask(`GET /posts/${id}/translation`)).body.offers;
const fieldsOf = async (id: string) => (await desk.ask(`GET /posts/${id}`)).body.fields;

describe('what a person wrote over a translation', () => {
  test('stays in every later run, and is offered anew each time until they have taken it up', async () => {
    const { id, germanId } = await translated('boat');
    const byHand = 'Von Hand geschrieben, was es in der Früh braucht.';
    await desk.save(germanId, (fields) => ({
      content: fields.content.replace(/<p>[^<]*/, `<p>${byHand}`),
    }));
    await desk.save(id, () => ({ content: content('boat', 'It needs wind in the evening.') }));
    for (const round of ['first', 'second', 'third']) {
      await desk.run(id, german);
      expect((await fieldsOf(germanId)).content, round).toContain(byHand);
      expect(await offersOf(germanId), round).toMatchObject([{ hasPlace: true, yours: byHand }]);
    }
    const better = 'Von Hand, mit Wind am Abend.';
    await desk.save(germanId, (fields) => ({ content: fields.content.replace(byHand, better) }));
    await desk.run(id, german);
    expect((await fieldsOf(germanId)).content).toContain(better);
    expect(await offersOf(germanId)).toEqual([]);
  });

  test('stays where it is a field the original has not, an emptied one, or the list of search terms', async () => {
    const fields = { excerpt: 'What a coat needs, in short.', seo_keywords: ['warm coat', 'long winter'] };
    const { id, germanId } = await translated('coat', fields);
    const own = { excerpt: '', seo_title: 'Mäntel für den Winter', seo_keywords: ['Mantel'] };
    await desk.save(germanId, () => own);
    for (const first of ['It needs wool.', 'It needs wool and buttons for the winter.']) {
      await desk.save(id, () => ({ content: content('coat', first) }));
      expect(stepOf(await desk.run(id, german), 'de')).toMatchObject({ status: 'published', code: null });
      expect(await fieldsOf(germanId)).toMatchObject(own);
    }
  });

  test('stands as they wrote it where the original has other marks now, with the new one beside it', async () => {
    const { id, germanId } = await translated('lamp');
    await desk.save(germanId, (fields) => ({
      content: fields.content.replace(/<p>[^<]*/, '<p>Von Hand geschrieben'),
    }));
    const before = (await fieldsOf(germanId)).content;
    await desk.save(id, () => ({
      content: content('lamp', 'It needs <strong>oil</strong> in the evening.'),
    }));
    const step = stepOf(await desk.run(id, german), 'de');
    expect(step).toMatchObject({ status: 'published', code: null });
    expect(await offersOf(germanId)).toMatchObject([{ yours: 'Von Hand geschrieben' }]);
    expect((await fieldsOf(germanId)).content).toBe(before);
  });

  test("stays in a draft of the original's words, which otherwise follows the original", async () => {
    desk.play('de', [], 'unauthorised');
    const post = await desk.write({ title: 'A tree in the morning', content: content('tree') });
    const first = stepOf(await desk.run(post.id, german), 'de');
    const germanId = first.post?.id ?? '';
    expect((await fieldsOf(germanId)).title).toBe('A tree in the morning');
    await desk.save(post.id, () => ({ content: content('tree', 'It needs water in the evening.') }));
    await desk.run(post.id, german);
    expect((await fieldsOf(germanId)).content).toContain('water in the evening');
    await desk.save(germanId, (fields) => ({
      title: 'Ein Baum am Morgen, von Hand',
      content: fields.content.replace(
        'It needs water in the evening.',
        'Er braucht abends Wasser, von Hand.',
      ),
    }));
    desk.play('de', []);
    const last = stepOf(await desk.run(post.id, german), 'de');
    expect(last).toMatchObject({ status: 'published', code: null });
    const made = await fieldsOf(germanId);
    expect(made.title).toBe('Ein Baum am Morgen, von Hand');
    expect(made.content).toContain('Er braucht abends Wasser, von Hand.');
    expect(made.content).not.toContain('We were happy');
  });

  test('is published by no run while they have not published it themselves', async () => {
    const { id, germanId } = await translated('chair');
    const opened = (await desk.ask(`GET /posts/${germanId}`)).body;
    const published = async () => {
      const answer = await fetch(`${desk.edge.origin}/api/blog/posts/${opened.fields.slug}?locale=de`);
      return (await answer.json()).content as string;
    };
    const before = await published();
    const halfTyped = { ...opened.fields, content: opened.fields.content.replace(/<p>[^<]*/, '<p>Halb ge') };
    const typed = deskSave(halfTyped, { mode: 'autosave' });
    expect((await desk.ask(`PUT /posts/${germanId}`, typed, opened.version)).status).toBe(200);
    await desk.save(id, () => ({ title: 'A chair in the evening', content: content('chair') }));
    const end = await desk.run(id, german);
    expect(end.status).toBe('done_with_errors');
    expect(stepOf(end, 'de')).toMatchObject({ status: 'saved', code: 'translation.edited' });
    expect(await published()).toBe(before);
    expect((await fieldsOf(germanId)).content).toContain('Halb ge');
  });
});
