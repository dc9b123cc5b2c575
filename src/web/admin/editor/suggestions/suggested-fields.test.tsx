import { expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { postWith } from '../fixtures/editor-data.ts';
import { expectToast, field, renderEditor, tab } from '../fixtures/render-editor.tsx';
import {
  document,
  listSuggestionRequests,
  stubSuggestion,
  text,
  title,
  undo,
} from './fixtures/suggestion-post.ts';

const generateExcerpt = page.getByRole('button', { name: 'Generate AI (Excerpt)' });
const generateSeo = page.getByRole('button', { name: 'Generate All SEO with AI' });
const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

test('an excerpt is shown while it streams and does not overwrite typed text', async () => {
  await renderEditor({ document });
  await stubSuggestion({
    chunks: [
      event('piece', { text: 'A good ' }) + event('piece', { text: 'summary' }),
      event('answer', { success: true, excerpt: 'A good summary of it.' }),
    ],
    isPending: true,
  });
  await generateExcerpt.click();
  await expect.element(page.getByText('A good summary')).toBeVisible();
  await expectAccessible();
  await field('Excerpt').fill('Typed meanwhile.');
  await commands.releaseResponses();
  await expectToast('Excerpt generated successfully');
  await expect.element(field('Excerpt')).toHaveValue('Typed meanwhile.');
  await expect
    .element(page.getByText('You made changes in the meantime, so the suggestion hasn’t been applied yet.'))
    .toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Use suggestion' }).click();
  await expect.element(field('Excerpt')).toHaveValue('A good summary of it.');
  await undo.click();
  await expect.element(field('Excerpt')).toHaveValue('Typed meanwhile.');
});

test('a pending suggestion can be dismissed', async () => {
  await renderEditor({ document });
  await stubSuggestion({ body: { success: true, excerpt: 'A good summary of it.' }, isPending: true });
  await generateExcerpt.click();
  await field('Excerpt').fill('Typed meanwhile.');
  await commands.releaseResponses();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(page.getByText('A good summary of it.')).not.toBeInTheDocument();
  await expect.element(field('Excerpt')).toHaveValue('Typed meanwhile.');
  await expect.element(generateExcerpt).toHaveFocus();
});

test('cancelling a suggestion closes the connection and changes nothing', async () => {
  await renderEditor({ document });
  await field('Excerpt').fill('Mine.');
  await stubSuggestion({ chunks: [event('piece', { text: 'A good ' })], isPending: true });
  await generateExcerpt.click();
  await expect.element(page.getByText('A good')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(generateExcerpt).toHaveFocus();
  await expect.element(page.getByText('A good')).not.toBeInTheDocument();
  await expect.element(field('Excerpt')).toHaveValue('Mine.');
  expect(undo.query()).toBeNull();
  await expect.poll(listSuggestionRequests).toMatchObject([{ isCancelled: true }]);
  await stubSuggestion({ body: { success: true, excerpt: 'A good summary of it.' } });
  await generateExcerpt.click();
  await expect.element(field('Excerpt')).toHaveValue('A good summary of it.');
});

test('if the stream breaks off, the excerpt is made from the beginning of the text', async () => {
  await renderEditor({ document });
  await stubSuggestion({ chunks: [event('piece', { text: 'A good ' })] });
  await generateExcerpt.click();
  await expectToast('Failed to generate excerpt');
  await expect.element(field('Excerpt')).toHaveValue(`${text.slice(0, 300)}...`);
  await undo.click();
  await expect.element(field('Excerpt')).toHaveValue('');
});

test('leaving the page cancels the request', async () => {
  const screen = await renderEditor({ document });
  await stubSuggestion({ chunks: [event('piece', { text: 'A good ' })], isPending: true });
  await generateExcerpt.click();
  await expect.element(page.getByText('A good')).toBeVisible();
  await screen.unmount();
  await expect.poll(listSuggestionRequests).toMatchObject([{ isCancelled: true }]);
});

const seo = {
  seoTitle: 'A good title',
  seoDescription: 'A good description.',
  seoKeywords: ['good', 'words'],
};

test('the SEO suggestion fills three fields, and one undo restores all of them', async () => {
  await renderEditor({ document: postWith({ ...document.fields, seo_title: 'Mine' }) });
  await tab('SEO').click();
  await stubSuggestion({ body: { success: true, ...seo } });
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

test('an unreadable SEO response is replaced by the title and the beginning of the text', async () => {
  await renderEditor({ document });
  await tab('SEO').click();
  await stubSuggestion({ body: { success: true, seoTitle: 'Only half' } });
  await generateSeo.click();
  await expectToast(
    'Failed to generate SEO contentThe server didn’t respond. Try again. The title and the beginning of the text were used instead.',
  );
  await expect.element(field('SEO Title')).toHaveValue(title);
  await expect.element(field('SEO Description')).toHaveValue(`${text.slice(0, 300)}...`);
  await expect.element(field('SEO Keywords')).toHaveValue('');
});

const generateImage = page.getByRole('button', { name: 'Generate AI Image' });

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="54"/>';

test('a generated image becomes the cover, with the title as alternative text', async () => {
  await commands.stubResponses('GET /files/*', [{ headers: { 'content-type': 'image/svg+xml' }, body: svg }]);
  await renderEditor({ document });
  await tab('Media').click();
  await stubSuggestion({ body: { success: true, imageUrl: '/files/made.svg' } });
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

test('an existing alternative text is kept', async () => {
  await renderEditor({ document: postWith({ ...document.fields, featured_image_alt: 'Mine' }) });
  await tab('Media').click();
  await stubSuggestion({ body: { success: true, imageUrl: '/files/made.svg' } });
  await generateImage.click();
  await expect.element(field('Featured Image URL')).toHaveValue('/files/made.svg');
  await expect.element(field('Alt text')).toHaveValue('Mine');
});

test('if no image is returned, its prompt is shown until the next attempt', async () => {
  await renderEditor({ document });
  await tab('Media').click();
  await stubSuggestion({ body: { success: true, imageUrl: null, prompt: `Title: ${title}` } });
  await generateImage.click();
  await expectToast('Image generation completed - check the featured image field for the generated prompt');
  await expect.element(page.getByText(`Title: ${title}`)).toBeVisible();
  await expect.element(field('Featured Image URL')).toHaveValue('');
  await stubSuggestion({ body: { success: true, fallback: true, code: 'model.busy', imageUrl: null } });
  await generateImage.click();
  await expectToast(
    'Failed to generate featured imageThe AI is overloaded right now. Try again in a minute.',
  );
  await expect.element(page.getByText(`Title: ${title}`)).not.toBeInTheDocument();
});

test('without an image provider, the cover shows the title', async () => {
  await renderEditor({ document, models: { text: true, image: false } });
  await tab('Media').click();
  await stubSuggestion({
    body: { success: true, fallback: true, code: 'model.unconfigured', imageUrl: '/files/cover.svg' },
  });
  await generateImage.click();
  await expectToast(
    'Featured image generated successfullyNo image AI is set up, so a featured image with the title is created instead.',
  );
  await expect.element(field('Featured Image URL')).toHaveValue('/files/cover.svg');
});
