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

beforeAll(loadEditorModules);

const title = 'How to keep a picture';
const text = 'Pictures of a public post are yours to keep. '.repeat(12).trim();
const document = postWith({ title, slug: 'my-own', content: `<p>${text}</p>` });
const generateSlug = page.getByRole('button', { name: 'Generate AI (Slug)' });
const generateExcerpt = page.getByRole('button', { name: 'Generate AI (Excerpt)' });
const generateSeo = page.getByRole('button', { name: 'Generate All SEO with AI' });
const generateImage = page.getByRole('button', { name: 'Generate AI Image' });
/** The text has an "Undo" of its own. */
const undo = page
  .getByRole('main')
  .getByRole('tabpanel')
  .getByRole('paragraph')
  .getByRole('button', { name: 'Undo' });

const answer = (...responses: StubResponse[]) =>
  commands.stubResponses('POST /functions/v1/generate-content', responses);
const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

async function listQuestions() {
  const requests = await commands.listRequests();
  return requests.filter(({ path }) => path === '/functions/v1/generate-content');
}

test.each([
  ['Generate AI (Slug)', 'Content', 'Please enter a title first'],
  ['Generate AI (Excerpt)', 'Content', 'Please add some content first'],
  ['Generate All SEO with AI', 'SEO', 'Please enter title and content first'],
  ['Generate AI Image', 'Media', 'Please enter title and content first'],
])('in an empty post, "%s" says what to write first and sends nothing', async (name, tabName, words) => {
  await renderEditor({ document: postWith({ title: '', slug: '', content: '' }) });
  await tab(tabName).click();
  await page.getByRole('button', { name }).click();
  await expectToast(words);
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

test.each([
  ['model.budget', 'Today’s AI budget is used up.'],
  ['model.busy', 'The AI has too much to do right now.'],
  ['model.unreachable', 'The AI could not be reached.'],
  ['model.timeout', 'The AI took too long.'],
  ['model.malformed', 'The AI’s answer could not be used.'],
  ['model.refused', 'The AI provider refused the request.'],
  ['unheard-of', 'The AI’s answer could not be used.'],
])('a slug by rule says why there is none of the model: %s', async (code, reason) => {
  await renderEditor({ document });
  await answer({ body: { success: true, fallback: true, code, slug: 'by-rule' } });
  await generateSlug.click();
  await expectToast(`Failed to generate slug${reason} The slug was made from the title instead.`);
  await expect.element(field('Slug')).toHaveValue('by-rule');
  await expect.element(page.getByText('Filled in by rule, without AI.')).toBeVisible();
});

test.each<[string, StubResponse, string]>([
  [
    'a page of a proxy',
    { headers: { 'content-type': 'text/html' }, body: '<title>Sign in</title>' },
    'The server did not answer.',
  ],
  ['no connection', { isOffline: true }, 'The server did not answer.'],
  ['an error', { status: 429, body: { success: false, error: 'Too many requests.' } }, 'Too many requests.'],
])('%s instead of an answer: the rule fills the field', async (_, response, reason) => {
  await renderEditor({ document });
  await answer(response);
  await generateSlug.click();
  await expectToast(`Failed to generate slug${reason} The slug was made from the title instead.`);
  await expect.element(field('Slug')).toHaveValue('how-to-keep-a-picture');
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

test('an excerpt is shown as it comes, and does not overwrite what is typed meanwhile', async () => {
  await renderEditor({ document });
  await answer({
    chunks: [
      event('piece', { text: 'A good ' }) + event('piece', { text: 'summary' }),
      event('answer', { success: true, excerpt: 'A good summary of it.' }),
    ],
    isHeld: true,
  });
  await generateExcerpt.click();
  await expect.element(page.getByText('A good summary')).toBeVisible();
  await expectAccessible();
  await field('Excerpt').fill('Typed meanwhile.');
  await commands.releaseResponses();
  await expectToast('Excerpt generated successfully');
  await expect.element(field('Excerpt')).toHaveValue('Typed meanwhile.');
  await expect
    .element(page.getByText('You changed this meanwhile, so the suggestion waits here.'))
    .toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Use suggestion' }).click();
  await expect.element(field('Excerpt')).toHaveValue('A good summary of it.');
  await undo.click();
  await expect.element(field('Excerpt')).toHaveValue('Typed meanwhile.');
});

test('a suggestion that waits can be dismissed', async () => {
  await renderEditor({ document });
  await answer({ body: { success: true, excerpt: 'A good summary of it.' }, isHeld: true });
  await generateExcerpt.click();
  await field('Excerpt').fill('Typed meanwhile.');
  await commands.releaseResponses();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(page.getByText('A good summary of it.')).not.toBeInTheDocument();
  await expect.element(field('Excerpt')).toHaveValue('Typed meanwhile.');
  await expect.element(generateExcerpt).toHaveFocus();
});

test('a cancelled suggestion closes the connection and changes nothing', async () => {
  await renderEditor({ document });
  await field('Excerpt').fill('Mine.');
  await answer({ chunks: [event('piece', { text: 'A good ' })], isHeld: true });
  await generateExcerpt.click();
  await expect.element(page.getByText('A good')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(generateExcerpt).toHaveFocus();
  await expect.element(page.getByText('A good')).not.toBeInTheDocument();
  await expect.element(field('Excerpt')).toHaveValue('Mine.');
  expect(undo.query()).toBeNull();
  await expect.poll(listQuestions).toMatchObject([{ isCancelled: true }]);
  await answer({ body: { success: true, excerpt: 'A good summary of it.' } });
  await generateExcerpt.click();
  await expect.element(field('Excerpt')).toHaveValue('A good summary of it.');
});

test('an excerpt whose stream breaks off is made by the rule, from the beginning of the text', async () => {
  await renderEditor({ document });
  await answer({ chunks: [event('piece', { text: 'A good ' })] });
  await generateExcerpt.click();
  await expectToast('Failed to generate excerpt');
  await expect.element(field('Excerpt')).toHaveValue(`${text.slice(0, 300)}...`);
  await undo.click();
  await expect.element(field('Excerpt')).toHaveValue('');
});

const seo = {
  seoTitle: 'A good title',
  seoDescription: 'A good description.',
  seoKeywords: ['good', 'words'],
};

test('SEO texts fill three fields as one suggestion, and are undone as one', async () => {
  await renderEditor({ document: postWith({ ...document.fields, seo_title: 'Mine' }) });
  await tab('SEO').click();
  await answer({ body: { success: true, ...seo } });
  await generateSeo.click();
  await expectToast('SEO content generated successfully');
  await expect.element(field('SEO Title')).toHaveValue('A good title');
  await expect.element(field('SEO Description')).toHaveValue('A good description.');
  await expect.element(field('SEO Keywords')).toHaveValue('good, words');
  await undo.click();
  await expect.element(field('SEO Title')).toHaveValue('Mine');
  await expect.element(field('SEO Description')).toHaveValue('');
  await expect.element(field('SEO Keywords')).toHaveValue('');
});

test('SEO texts that cannot be read are replaced by title and beginning of the text', async () => {
  await renderEditor({ document });
  await tab('SEO').click();
  await answer({ body: { success: true, seoTitle: 'Only half' } });
  await generateSeo.click();
  await expectToast(
    'Failed to generate SEO contentThe server did not answer. Title and beginning of the text stand there instead.',
  );
  await expect.element(field('SEO Title')).toHaveValue(title);
  await expect.element(field('SEO Description')).toHaveValue(`${text.slice(0, 300)}...`);
  await expect.element(field('SEO Keywords')).toHaveValue('');
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="54"/>';

test('a picture becomes the cover, with the title as its alternative text', async () => {
  await commands.stubResponses('GET /files/*', [{ headers: { 'content-type': 'image/svg+xml' }, body: svg }]);
  await renderEditor({ document });
  await tab('Media').click();
  await answer({ body: { success: true, imageUrl: '/files/made.svg' } });
  await generateImage.click();
  await expectToast('Featured image generated successfully');
  await expect.element(field('Featured Image URL')).toHaveValue('/files/made.svg');
  await expect.element(field('Alt text')).toHaveValue(title);
  const cover = page.getByRole('img', { name: title });
  await expect.poll(() => (cover.element() as HTMLImageElement).naturalWidth).toBe(96);
  await undo.click();
  await expect.element(field('Featured Image URL')).toHaveValue('');
  await expect.element(field('Alt text')).toHaveValue('');
});

test('an alternative text of one’s own is kept', async () => {
  await renderEditor({ document: postWith({ ...document.fields, featured_image_alt: 'Mine' }) });
  await tab('Media').click();
  await answer({ body: { success: true, imageUrl: '/files/made.svg' } });
  await generateImage.click();
  await expect.element(field('Featured Image URL')).toHaveValue('/files/made.svg');
  await expect.element(field('Alt text')).toHaveValue('Mine');
});

test('where no picture came, its prompt is shown until the next try', async () => {
  await renderEditor({ document });
  await tab('Media').click();
  await answer({ body: { success: true, imageUrl: null, prompt: `Title: ${title}` } });
  await generateImage.click();
  await expectToast('Image generation completed - check the featured image field for the generated prompt');
  await expect.element(page.getByText(`Title: ${title}`)).toBeVisible();
  await expect.element(field('Featured Image URL')).toHaveValue('');
  await answer({ body: { success: true, fallback: true, code: 'model.busy', imageUrl: null } });
  await generateImage.click();
  await expectToast('Failed to generate featured imageThe AI has too much to do right now.');
  await expect.element(page.getByText(`Title: ${title}`)).not.toBeInTheDocument();
});

test('without a provider for pictures a cover with the title is drawn', async () => {
  await renderEditor({ document, models: { text: true, image: false } });
  await tab('Media').click();
  await answer({
    body: { success: true, fallback: true, code: 'model.unconfigured', imageUrl: '/files/cover.svg' },
  });
  await generateImage.click();
  await expectToast(
    'Featured image generated successfullyNo AI set up for pictures: draws a cover with the title.',
  );
  await expect.element(field('Featured Image URL')).toHaveValue('/files/cover.svg');
});

test('a suggestion ends with its page', async () => {
  const screen = await renderEditor({ document });
  await answer({ chunks: [event('piece', { text: 'A good ' })], isHeld: true });
  await generateExcerpt.click();
  await expect.element(page.getByText('A good')).toBeVisible();
  await screen.unmount();
  await expect.poll(listQuestions).toMatchObject([{ isCancelled: true }]);
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
