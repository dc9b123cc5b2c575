import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emptyDatabase } from '#test/support/databases.ts';
import { findStep, type RunTestServer, startRunTestServer } from '#test/support/run-harness.ts';
import { createSaveRequest } from '#test/support/start-admin-server.ts';
import type { ReviewState } from '#translation/contract.ts';

let harness: RunTestServer;
beforeAll(async () => {
  harness = await startRunTestServer(await emptyDatabase());
});
afterAll(() => harness?.[Symbol.asyncDispose]());

const content = (what: string, first = 'It needs light in the morning.') =>
  `<h2>What a ${what} needs</h2><p>${first}</p><p>We were happy with every ${what} of them.</p>`;

const german = { locales: ['de'] };

/** Creates a post and has a run translate it into German. */
async function translated(what: string, fields: object = {}) {
  const post = await harness.write({ title: `A ${what} in the morning`, content: content(what), ...fields });
  const step = findStep(await harness.run(post.id, german), 'de');
  expect(step).toMatchObject({ status: 'published', code: null });
  return { id: post.id as string, germanId: step.post?.id ?? '' };
}
const listSuggestions = async (id: string): Promise<ReviewState['offers']> =>
  (await harness.request(`GET /posts/${id}/translation`)).body.offers;

const readFields = async (id: string) => (await harness.request(`GET /posts/${id}`)).body.fields;

describe('a manual edit of a translation', () => {
  test('stays in every later run, with a suggestion each time until the user edits it again', async () => {
    const { id, germanId } = await translated('boat');
    const manualText = 'Von Hand geschrieben, was es in der Früh braucht.';
    await harness.save(germanId, (fields) => ({
      content: fields.content.replace(/<p>[^<]*/, `<p>${manualText}`),
    }));
    await harness.save(id, () => ({ content: content('boat', 'It needs wind in the evening.') }));
    for (const round of ['first', 'second', 'third']) {
      await harness.run(id, german);
      expect((await readFields(germanId)).content, round).toContain(manualText);
      expect(await listSuggestions(germanId), round).toMatchObject([{ hasPlace: true, yours: manualText }]);
    }
    const improvedText = 'Von Hand, mit Wind am Abend.';
    await harness.save(germanId, (fields) => ({ content: fields.content.replace(manualText, improvedText) }));
    await harness.run(id, german);
    expect((await readFields(germanId)).content).toContain(improvedText);
    expect(await listSuggestions(germanId)).toEqual([]);
  });

  test('stays in emptied fields, fields the original lacks, and keyword lists', async () => {
    const fields = { excerpt: 'What a coat needs, in short.', seo_keywords: ['warm coat', 'long winter'] };
    const { id, germanId } = await translated('coat', fields);
    const edits = { excerpt: '', seo_title: 'Mäntel für den Winter', seo_keywords: ['Mantel'] };
    await harness.save(germanId, () => edits);
    for (const first of ['It needs wool.', 'It needs wool and buttons for the winter.']) {
      await harness.save(id, () => ({ content: content('coat', first) }));
      expect(findStep(await harness.run(id, german), 'de')).toMatchObject({
        status: 'published',
        code: null,
      });
      expect(await readFields(germanId)).toMatchObject(edits);
    }
  });

  test('stays when the markup of the original changes, with a suggestion beside it', async () => {
    const { id, germanId } = await translated('lamp');
    await harness.save(germanId, (fields) => ({
      content: fields.content.replace(/<p>[^<]*/, '<p>Von Hand geschrieben'),
    }));
    const before = (await readFields(germanId)).content;
    await harness.save(id, () => ({
      content: content('lamp', 'It needs <strong>oil</strong> in the evening.'),
    }));
    const step = findStep(await harness.run(id, german), 'de');
    expect(step).toMatchObject({ status: 'published', code: null });
    expect(await listSuggestions(germanId)).toMatchObject([{ yours: 'Von Hand geschrieben' }]);
    expect((await readFields(germanId)).content).toBe(before);
  });

  test('stays in an untranslated draft, which otherwise follows the original', async () => {
    harness.play('de', [], 'unauthorized');
    const post = await harness.write({ title: 'A tree in the morning', content: content('tree') });
    const first = findStep(await harness.run(post.id, german), 'de');
    const germanId = first.post?.id ?? '';
    expect((await readFields(germanId)).title).toBe('A tree in the morning');
    await harness.save(post.id, () => ({ content: content('tree', 'It needs water in the evening.') }));
    await harness.run(post.id, german);
    expect((await readFields(germanId)).content).toContain('water in the evening');
    await harness.save(germanId, (fields) => ({
      title: 'Ein Baum am Morgen, von Hand',
      content: fields.content.replace(
        'It needs water in the evening.',
        'Er braucht abends Wasser, von Hand.',
      ),
    }));
    harness.play('de', []);
    const last = findStep(await harness.run(post.id, german), 'de');
    expect(last).toMatchObject({ status: 'published', code: null });
    const translatedFields = await readFields(germanId);
    expect(translatedFields.title).toBe('Ein Baum am Morgen, von Hand');
    expect(translatedFields.content).toContain('Er braucht abends Wasser, von Hand.');
    expect(translatedFields.content).not.toContain('We were happy');
  });

  test('is never published by a run before the user publishes it', async () => {
    const { id, germanId } = await translated('chair');
    const opened = (await harness.request(`GET /posts/${germanId}`)).body;
    const published = async () => {
      const response = await fetch(
        `${harness.adminServer.origin}/api/blog/posts/${opened.fields.slug}?locale=de`,
      );
      return (await response.json()).content as string;
    };
    const before = await published();
    const autosavedFields = {
      ...opened.fields,
      content: opened.fields.content.replace(/<p>[^<]*/, '<p>Halb ge'),
    };
    const autosave = createSaveRequest(autosavedFields, { mode: 'autosave' });
    expect((await harness.request(`PUT /posts/${germanId}`, autosave, opened.version)).status).toBe(200);
    await harness.save(id, () => ({ title: 'A chair in the evening', content: content('chair') }));
    const finalState = await harness.run(id, german);
    expect(finalState.status).toBe('done_with_errors');
    expect(findStep(finalState, 'de')).toMatchObject({ status: 'saved', code: 'translation.edited' });
    expect(await published()).toBe(before);
    expect((await readFields(germanId)).content).toContain('Halb ge');
  });
});
