import { beforeAll, expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import {
  expectToast,
  field,
  loadEditorModules,
  postWith,
  renderEditor,
  tab,
} from '../fixtures/render-editor.tsx';
import { document, stubSuggestion, title, undo } from './fixtures/suggestion-post.ts';

beforeAll(loadEditorModules);

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
  await expectToast('Failed to generate featured imageThe AI has too much to do right now.');
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
    'Featured image generated successfullyNo AI set up for pictures: draws a cover with the title.',
  );
  await expect.element(field('Featured Image URL')).toHaveValue('/files/cover.svg');
});
