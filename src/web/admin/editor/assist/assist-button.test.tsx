import { beforeAll, expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import type { StubResponse } from '#test/support/components/network.ts';
import {
  expectToast,
  field,
  loadEditorModules,
  postWith,
  renderEditor,
  tab,
} from '../fixtures/render-editor.tsx';
import { answer, document, listQuestions, title, undo } from './fixtures/assisted-post.ts';

beforeAll(loadEditorModules);

const generateSlug = page.getByRole('button', { name: 'Generate AI (Slug)' });

test('in an empty post, each button says what to write first and sends nothing', async () => {
  await renderEditor({ document: postWith({ title: '', slug: '', content: '' }) });
  for (const [tabName, name, words] of [
    ['Content', 'Generate AI (Slug)', 'Please enter a title first'],
    ['Content', 'Generate AI (Excerpt)', 'Please add some content first'],
    ['SEO', 'Generate All SEO with AI', 'Please enter title and content first'],
    ['Media', 'Generate AI Image', 'Please enter title and content first'],
  ] as const) {
    await tab(tabName).click();
    await page.getByRole('button', { name }).click();
    await expectToast(words);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.element(page.getByText(words)).not.toBeInTheDocument();
  }
  expect(await listQuestions()).toEqual([]);
});

test('a slug is generated, and "Undo" brings back the one before', async () => {
  await renderEditor({ document });
  await answer({ body: { success: true, slug: 'a-good-slug' } });
  await generateSlug.click();
  await expectToast('Slug generated successfully');
  await expect.element(field('Slug')).toHaveValue('a-good-slug');
  await expect.element(page.getByText('Filled in by AI.')).toBeVisible();
  await expectAccessible();
  await undo.click();
  await expect.element(field('Slug')).toHaveValue('my-own');
  await expect.element(generateSlug).toHaveFocus();
  expect(page.getByText('Filled in by AI.').query()).toBeNull();
  expect(await listQuestions()).toMatchObject([
    { body: { type: 'slug', locale: 'en', title }, headers: { 'accept-language': 'en' } },
  ]);
});

test('the language of the post is named in the request, and that of the page for its errors', async () => {
  await renderEditor({ document: { ...document, locale: 'th' }, pageLocale: 'de' });
  await answer({ body: { success: true, slug: 'x' } });
  await page.getByRole('button', { name: 'Mit KI erzeugen (Slug)' }).click();
  await expect
    .poll(listQuestions)
    .toMatchObject([{ body: { locale: 'th' }, headers: { 'accept-language': 'de' } }]);
});

test('what was typed after a suggestion is not undone', async () => {
  await renderEditor({ document });
  await answer({ body: { success: true, slug: 'a-good-slug' } });
  await generateSlug.click();
  await expect.element(undo).toBeVisible();
  await field('Slug').fill('a-good-slug-and-mine');
  await expect.element(undo).not.toBeInTheDocument();
});

test('while a suggestion is made the button is off, and a second click asks nothing', async () => {
  await renderEditor({ document });
  await answer({ body: { success: true, slug: 'a-good-slug' }, isHeld: true });
  await generateSlug.click();
  const busy = page.getByRole('button', { name: 'Generating... (Slug)' });
  await expect.element(busy).toHaveAttribute('aria-disabled', 'true');
  await busy.click({ force: true });
  await commands.releaseResponses();
  await expect.element(field('Slug')).toHaveValue('a-good-slug');
  expect(await listQuestions()).toHaveLength(1);
});

test('a slug by rule says why there is none of the model', async () => {
  await renderEditor({ document });
  for (const [code, reason] of [
    ['model.budget', 'Today’s AI budget is used up.'],
    ['model.busy', 'The AI has too much to do right now.'],
    ['model.unreachable', 'The AI could not be reached.'],
    ['model.timeout', 'The AI took too long.'],
    ['model.malformed', 'The AI’s answer could not be used.'],
    ['model.refused', 'The AI provider refused the request.'],
    ['unheard-of', 'The AI’s answer could not be used.'],
  ] as const) {
    const slug = `by-rule-${code.replace('.', '-')}`;
    await answer({ body: { success: true, fallback: true, code, slug } });
    await generateSlug.click();
    await expect.element(field('Slug')).toHaveValue(slug);
    await expectToast(`Failed to generate slug${reason} The slug was made from the title instead.`);
    await expect.element(page.getByText('Filled in by rule, without AI.')).toBeVisible();
  }
});

test('where no answer comes, the rule fills the field, and the notice says why', async () => {
  await renderEditor({ document });
  const proxyPage = { headers: { 'content-type': 'text/html' }, body: '<title>Sign in</title>' };
  const tooMany = { status: 429, body: { success: false, error: 'Too many requests.' } };
  for (const [response, reason] of [
    [proxyPage, 'The server did not answer.'],
    [tooMany, 'Too many requests.'],
    [{ isOffline: true }, 'The server did not answer.'],
  ] satisfies [StubResponse, string][]) {
    await field('Slug').fill('mine');
    await answer(response);
    await generateSlug.click();
    await expect.element(field('Slug')).toHaveValue('how-to-keep-a-picture');
    await expectToast(`Failed to generate slug${reason} The slug was made from the title instead.`);
  }
});

test('without a provider the buttons say so, and the rule is no failure', async () => {
  await renderEditor({ document, models: { text: false, image: false } });
  await expect.element(generateSlug).toHaveAttribute('title', 'No AI set up: works by rules.');
  await expect.element(page.getByRole('tabpanel').getByText('No AI set up: works by rules.')).toBeVisible();
  await answer({ body: { success: true, fallback: true, code: 'model.unconfigured', slug: 'by-rule' } });
  await generateSlug.click();
  await expectToast('Slug generated successfullyNo AI set up: works by rules.');
  await expect.element(field('Slug')).toHaveValue('by-rule');
  await tab('Media').click();
  await expect
    .element(page.getByText('No AI set up for pictures: draws a cover with the title.'))
    .toBeVisible();
});

test('the keyboard alone asks, takes and takes back', async () => {
  await renderEditor({ document });
  await answer({ body: { success: true, slug: 'a-good-slug' } });
  (generateSlug.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Slug')).toHaveValue('a-good-slug');
  (undo.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Slug')).toHaveValue('my-own');
});
