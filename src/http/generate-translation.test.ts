import { expect, test } from 'vitest';
import type { TranslateAnswer } from '#assistant/contract.ts';
import { localeSchema } from '#blog/contract.ts';
import type { SceneName } from '#test/fakes/language-model/scenes.ts';
import { startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { translateText } from '#test/fakes/language-model/translate-text.ts';
import { outline } from '#test/support/outline.ts';
import { startAssistant } from '#test/support/start-assistant.ts';

const title = 'What a good picture needs';
const content =
  '<p>It needs <strong>light</strong> and a little <a href="/blog/patience">patience</a> in the morning.</p><p>In the end we kept 24 of them and were happy with <em>what there was</em> to see, with <code>npm i</code> at hand.</p>';
const body = { type: 'translate', title, content, targetLocale: 'de' };
const original = { success: true, translatedTitle: title, translatedContent: content, fallback: true };
const wordsOf = (html: string) => html.replace(/<[^>]+>/g, '');

test.each(localeSchema.options.filter((locale) => locale !== 'en'))(
  'title and content come back in %s with the markup they had',
  async (targetLocale) => {
    await using fake = await startFakeModel();
    await using edge = await startAssistant(fake);
    const answer = await edge.answer<TranslateAnswer>({ ...body, targetLocale });
    expect(answer).toMatchObject({ success: true, fallback: false, needsReview: 0 });
    expect(outline(answer.translatedContent)).toBe(outline(content));
    expect(answer.translatedTitle).toBe(
      translateText({ id: 'title', text: title }, targetLocale).replace(/ +/g, ' '),
    );
    expect(wordsOf(answer.translatedContent)).not.toMatch(/patience|happy/);
    expect(answer.translatedContent).toContain('24');
    const [call] = await edge.notedCalls();
    expect(call).toMatchObject({ kind: 'translate', outcome: 'ok' });
  },
);

test('without a model the original comes back, and the answer says so', async () => {
  await using edge = await startAssistant(null);
  expect(await edge.answer(body)).toEqual({ ...original, code: 'model.unconfigured' });
});

test.each<[SceneName, string]>([
  ['busy-for-long', 'model.busy'],
  ['failing', 'model.unreachable'],
  ['silent', 'model.timeout'],
  ['unauthorised', 'model.refused'],
  ['filtered', 'translation.unfit'],
  ['wrong-json', 'translation.unfit'],
  ['copied-source', 'translation.unfit'],
  ['wrong-language', 'translation.unfit'],
  ['obeys', 'translation.unfit'],
  ['obeys-quietly', 'translation.unfit'],
  ['empty', 'translation.unfit'],
])('where the model is of no use (%s) the original comes back with its code, %s', async (scene, code) => {
  await using fake = await startFakeModel();
  await using edge = await startAssistant(fake);
  fake.playFor('de', [], scene);
  expect(await edge.answer(body)).toEqual({ ...original, code });
});

test('a provider that hangs is given up in its time', async () => {
  await using fake = await startFakeModel();
  const modelLimits = { pauseMs: 1, wholeMs: 200, longMs: 200, idleMs: 100 };
  await using edge = await startAssistant(fake, { overrides: { modelLimits } });
  fake.playFor('de', [], 'hang');
  expect(await edge.answer(body)).toEqual({ ...original, code: 'model.timeout' });
});

test('a piece that is never right stays in its language, and is counted', async () => {
  await using fake = await startFakeModel();
  await using edge = await startAssistant(fake);
  const last = '<p>This <em>one</em> has fake:dropped-tag in it and is never right.</p>';
  const answer = await edge.answer<TranslateAnswer>({ ...body, content: content + last });
  expect(answer).toMatchObject({ fallback: false, needsReview: 1 });
  expect(answer.translatedContent.endsWith(last)).toBe(true);
  expect(outline(answer.translatedContent)).toBe(outline(content + last));
});

test('each language fails by itself', async () => {
  await using fake = await startFakeModel();
  await using edge = await startAssistant(fake);
  fake.playFor('fr', [], 'copied-source');
  fake.playFor('th', ['busy', 'dropped-block']);
  const asked = (['es', 'fr', 'th'] as const).map((targetLocale) =>
    edge.answer<TranslateAnswer>({ ...body, targetLocale }),
  );
  const [es, fr, th] = await Promise.all(asked);
  expect(es).toMatchObject({ fallback: false, needsReview: 0 });
  expect(fr).toEqual({ ...original, code: 'translation.unfit' });
  expect(th).toMatchObject({ fallback: false, needsReview: 0 });
});

test('what has no words comes back as it is, and nobody is asked', async () => {
  await using fake = await startFakeModel();
  await using edge = await startAssistant(fake);
  const bare = { title: '2026', content: '<pre><code>npm i</code></pre><p>42</p>' };
  expect(await edge.answer({ ...body, ...bare })).toEqual({
    success: true,
    translatedTitle: bare.title,
    translatedContent: bare.content,
    needsReview: 0,
    fallback: false,
  });
  expect(fake.calls).toEqual([]);
});
