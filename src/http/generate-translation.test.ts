import { expect, test } from 'vitest';
import type { TranslateResponse } from '#ai/contract.ts';
import { localeSchema } from '#blog/contract.ts';
import type { SceneName } from '#test/fakes/language-model/scenes.ts';
import { startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { translateText } from '#test/fakes/language-model/translate-text.ts';
import { outline } from '#test/support/outline.ts';
import { startSuggestionTestServer } from '#test/support/start-suggestions.ts';

const title = 'What a good picture needs';
const content =
  '<p>It needs <strong>light</strong> and a little <a href="/blog/patience">patience</a> in the morning.</p><p>In the end we kept 24 of them and were happy with <em>what there was</em> to see, with <code>npm i</code> at hand.</p>';
const body = { type: 'translate', title, content, targetLocale: 'de' };
const original = { success: true, translatedTitle: title, translatedContent: content, fallback: true };
const stripTags = (html: string) => html.replace(/<[^>]+>/g, '');

test.each(localeSchema.options.filter((locale) => locale !== 'en'))(
  'title and content are translated to %s with their markup',
  async (targetLocale) => {
    await using fake = await startFakeModel();
    await using server = await startSuggestionTestServer(fake);
    const result = await server.generate<TranslateResponse>({ ...body, targetLocale });
    expect(result).toMatchObject({ success: true, fallback: false, needsReview: 0 });
    expect(outline(result.translatedContent)).toBe(outline(content));
    expect(result.translatedTitle).toBe(
      translateText({ id: 'title', text: title }, targetLocale).replace(/ +/g, ' '),
    );
    expect(stripTags(result.translatedContent)).not.toMatch(/patience|happy/);
    expect(result.translatedContent).toContain('24');
    const [call] = await server.listModelCalls();
    expect(call).toMatchObject({ kind: 'translate', outcome: 'ok' });
  },
);

test('without a model the original is returned with a code', async () => {
  await using server = await startSuggestionTestServer(null);
  expect(await server.generate(body)).toEqual({ ...original, code: 'model.unconfigured' });
});

test.each<[SceneName, string]>([
  ['busy-for-long', 'model.busy'],
  ['failing', 'model.unreachable'],
  ['silent', 'model.timeout'],
  ['unauthorized', 'model.refused'],
  ['filtered', 'translation.unfit'],
  ['wrong-json', 'translation.unfit'],
  ['copied-source', 'translation.unfit'],
  ['wrong-language', 'translation.unfit'],
  ['obeys', 'translation.unfit'],
  ['obeys-quietly', 'translation.unfit'],
  ['empty', 'translation.unfit'],
])('a failing model (%s) returns the original with the code %s', async (scene, code) => {
  await using fake = await startFakeModel();
  await using server = await startSuggestionTestServer(fake);
  fake.playFor('de', [], scene);
  expect(await server.generate(body)).toEqual({ ...original, code });
});

test('a hanging provider times out', async () => {
  await using fake = await startFakeModel();
  const modelLimits = { pauseMs: 1, timeoutMs: 200, longTimeoutMs: 200, idleMs: 100 };
  await using server = await startSuggestionTestServer(fake, { overrides: { modelLimits } });
  fake.playFor('de', [], 'hang');
  expect(await server.generate(body)).toEqual({ ...original, code: 'model.timeout' });
});

test('a block that never validates stays in the original language and is counted', async () => {
  await using fake = await startFakeModel();
  await using server = await startSuggestionTestServer(fake);
  const last = '<p>This <em>one</em> has fake:dropped-tag in it and is never right.</p>';
  const result = await server.generate<TranslateResponse>({ ...body, content: content + last });
  expect(result).toMatchObject({ fallback: false, needsReview: 1 });
  expect(result.translatedContent.endsWith(last)).toBe(true);
  expect(outline(result.translatedContent)).toBe(outline(content + last));
});

test('one failing language does not affect the others', async () => {
  await using fake = await startFakeModel();
  await using server = await startSuggestionTestServer(fake);
  fake.playFor('fr', [], 'copied-source');
  fake.playFor('th', ['busy', 'dropped-block']);
  const requests = (['es', 'fr', 'th'] as const).map((targetLocale) =>
    server.generate<TranslateResponse>({ ...body, targetLocale }),
  );
  const [es, fr, th] = await Promise.all(requests);
  expect(es).toMatchObject({ fallback: false, needsReview: 0 });
  expect(fr).toEqual({ ...original, code: 'translation.unfit' });
  expect(th).toMatchObject({ fallback: false, needsReview: 0 });
});

test('text without words is returned unchanged without a model call', async () => {
  await using fake = await startFakeModel();
  await using server = await startSuggestionTestServer(fake);
  const untranslatable = { title: '2026', content: '<pre><code>npm i</code></pre><p>42</p>' };
  expect(await server.generate({ ...body, ...untranslatable })).toEqual({
    success: true,
    translatedTitle: untranslatable.title,
    translatedContent: untranslatable.content,
    needsReview: 0,
    fallback: false,
  });
  expect(fake.calls).toEqual([]);
});
