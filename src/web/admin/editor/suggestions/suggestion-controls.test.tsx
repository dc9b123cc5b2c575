import { expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import type { StubResponse } from '#test/support/components/network.ts';
import { postWith } from '../fixtures/editor-data.ts';
import { expectToast, field, renderEditor, tab } from '../fixtures/render-editor.tsx';
import { document, listSuggestionRequests, stubSuggestion, title, undo } from './fixtures/suggestion-post.ts';

const generateSlug = page.getByRole('button', { name: 'Generate AI (Slug)' });

test('in an empty post, each button says what is missing and sends nothing', async () => {
  await renderEditor({ document: postWith({ title: '', slug: '', content: '' }) });
  for (const [tabName, name, message] of [
    ['Content', 'Generate AI (Slug)', 'Please enter a title first'],
    ['Content', 'Generate AI (Excerpt)', 'Please add some content first'],
    ['SEO', 'Generate All SEO with AI', 'Please enter title and content first'],
    ['Media', 'Generate AI Image', 'Please enter title and content first'],
  ] as const) {
    await tab(tabName).click();
    await page.getByRole('button', { name }).click();
    await expectToast(message);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.element(page.getByText(message)).not.toBeInTheDocument();
  }
  expect(await listSuggestionRequests()).toEqual([]);
});

test('a slug is generated, and "Undo" restores the previous one', async () => {
  await renderEditor({ document });
  await stubSuggestion({ body: { success: true, slug: 'a-good-slug' } });
  await generateSlug.click();
  await expectToast('Slug generated successfully');
  await expect.element(field('Slug')).toHaveValue('a-good-slug');
  await expect.element(page.getByText('Filled in by AI.')).toBeVisible();
  await expectAccessible();
  await undo.click();
  await expect.element(field('Slug')).toHaveValue('my-own');
  await expect.element(generateSlug).toHaveFocus();
  expect(page.getByText('Filled in by AI.').query()).toBeNull();
  expect(await listSuggestionRequests()).toMatchObject([
    { body: { type: 'slug', locale: 'en', title }, headers: { 'accept-language': 'en' } },
  ]);
});

test('the request names the language of the post, and the language of the page for errors', async () => {
  await renderEditor({ document: { ...document, locale: 'th' }, pageLocale: 'de' });
  await stubSuggestion({ body: { success: true, slug: 'x' } });
  await page.getByRole('button', { name: 'Mit KI erzeugen (Slug)' }).click();
  await expect
    .poll(listSuggestionRequests)
    .toMatchObject([{ body: { locale: 'th' }, headers: { 'accept-language': 'de' } }]);
});

test('text typed after a suggestion cannot be undone', async () => {
  await renderEditor({ document });
  await stubSuggestion({ body: { success: true, slug: 'a-good-slug' } });
  await generateSlug.click();
  await expect.element(undo).toBeVisible();
  await field('Slug').fill('a-good-slug-and-mine');
  await expect.element(undo).not.toBeInTheDocument();
});

test('the button is disabled during a request, and a second click sends nothing', async () => {
  await renderEditor({ document });
  await stubSuggestion({ body: { success: true, slug: 'a-good-slug' }, isPending: true });
  await generateSlug.click();
  const busy = page.getByRole('button', { name: 'Generating... (Slug)' });
  await expect.element(busy).toHaveAttribute('aria-disabled', 'true');
  await busy.click({ force: true });
  await commands.releaseResponses();
  await expect.element(field('Slug')).toHaveValue('a-good-slug');
  expect(await listSuggestionRequests()).toHaveLength(1);
});

test('a fallback slug says why no model responded', async () => {
  await renderEditor({ document });
  for (const [code, reason] of [
    ['model.budget', 'Today’s AI budget is used up. Try again tomorrow.'],
    ['model.busy', 'The AI is overloaded right now. Try again in a minute.'],
    ['model.unreachable', 'We couldn’t reach the AI. Try again in a minute.'],
    ['model.timeout', 'The AI took too long. Try again.'],
    ['model.malformed', 'The AI’s response couldn’t be used. Try again.'],
    ['model.refused', 'The AI provider refused the request.'],
    ['unheard-of', 'The AI’s response couldn’t be used. Try again.'],
  ] as const) {
    const slug = `by-rule-${code.replace('.', '-')}`;
    await stubSuggestion({ body: { success: true, fallback: true, code, slug } });
    await generateSlug.click();
    await expect.element(field('Slug')).toHaveValue(slug);
    await expectToast(`Failed to generate slug${reason} The slug was created from the title instead.`);
    await expect.element(page.getByText('Filled in automatically, without AI.')).toBeVisible();
  }
});

test('if no usable response arrives, the fallback fills the field and the toast says why', async () => {
  await renderEditor({ document });
  const proxyPage = { headers: { 'content-type': 'text/html' }, body: '<title>Sign in</title>' };
  const tooMany = { status: 429, body: { success: false, error: 'Too many requests.' } };
  for (const [response, reason] of [
    [proxyPage, 'The server didn’t respond. Try again.'],
    [tooMany, 'Too many requests.'],
    [{ isOffline: true }, 'The server didn’t respond. Try again.'],
  ] satisfies [StubResponse, string][]) {
    await field('Slug').fill('mine');
    await stubSuggestion(response);
    await generateSlug.click();
    await expect.element(field('Slug')).toHaveValue('how-to-keep-a-picture');
    await expectToast(`Failed to generate slug${reason} The slug was created from the title instead.`);
  }
});

test('without a provider, the buttons say so and the fallback counts as success', async () => {
  await renderEditor({ document, models: { text: false, image: false } });
  await expect
    .element(generateSlug)
    .toHaveAttribute('title', 'No AI is set up, so suggestions follow simple rules.');
  await expect
    .element(page.getByRole('tabpanel').getByText('No AI is set up, so suggestions follow simple rules.'))
    .toBeVisible();
  await stubSuggestion({
    body: { success: true, fallback: true, code: 'model.unconfigured', slug: 'by-rule' },
  });
  await generateSlug.click();
  await expectToast('Slug generated successfullyNo AI is set up, so suggestions follow simple rules.');
  await expect.element(field('Slug')).toHaveValue('by-rule');
  await tab('Media').click();
  await expect
    .element(page.getByText('No image AI is set up, so a featured image with the title is created instead.'))
    .toBeVisible();
});
