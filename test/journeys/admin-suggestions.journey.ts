import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeModel, startFakeModel } from '../fakes/language-model/start-fake-model.ts';
import { asSignedIn, signInAsOwner } from '../support/admin-session.ts';
import { openProduct, type Product } from '../support/open-product.ts';

const text = 'Pictures of a public post are yours to keep. '.repeat(12).trim();
const title = 'How to keep a picture';
let model: FakeModel;
let product: Product;
beforeAll(async () => {
  model = await startFakeModel();
  product = await openProduct(model.environment);
});
afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
  await model?.[Symbol.asyncDispose]();
});

test('the model fills in slug, excerpt, SEO texts and cover; while it is busy, rules do', async () => {
  const page = await product.openPage(
    '/admin/blog/new?locale=en',
    asSignedIn(await signInAsOwner(product.app)),
  );
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const button = (name: string) => page.getByRole('button', { name });
  await field('Title').fill(title);
  await page.getByRole('textbox', { name: 'Content', exact: true }).click();
  await page.keyboard.insertText(text);

  // A busy model is retried.
  model.play('busy');
  await button('Generate AI (Slug)').click();
  await expect.poll(() => field('Slug').inputValue()).toBe('a-good-slug-from-the-model');
  await page.getByText('Filled in by AI.').waitFor();
  expect(model.calls.map(({ scene }) => scene)).toEqual(['busy', 'good']);
  model.play('busy-for-long');
  await button('Generate AI (Slug)').click();
  await expect.poll(() => field('Slug').inputValue()).toBe('how-to-keep-a-picture');
  await page.getByText('Filled in automatically, without AI.').waitFor();

  model.calls.length = 0;
  model.play('hang');
  await button('Generate AI (Excerpt)').click();
  while (model.calls.length === 0) await model.nextChange();
  await button('Cancel').click();
  while (model.openCalls() > 0) await model.nextChange();
  model.play('pending');
  await button('Generate AI (Excerpt)').click();
  // Streamed text appears once it has been checked together with what follows.
  await page.getByText('A good summary', { exact: true }).waitFor();
  model.release();
  await expect.poll(() => field('Excerpt').inputValue()).toMatch(/^A good summary from the model/);

  // Selected text is rewritten while the model streams, and comes back with one undo step.
  const content = page.getByRole('textbox', { name: 'Content', exact: true });
  await content.click();
  await page.keyboard.press('ControlOrMeta+A');
  model.play('pending');
  await page.keyboard.press('ControlOrMeta+J');
  await page.getByRole('menuitem', { name: 'Rewrite' }).click();
  const panel = page.getByRole('dialog', { name: 'Rewrite' });
  await panel.getByText(/^Put simply: Pictures of a public/).waitFor();
  model.release();
  await panel.getByRole('button', { name: 'Use suggestion' }).waitFor();
  expect(await panel.locator('ins').textContent()).toContain('Put simply:');
  await panel.getByText(/^[\d,]+ tokens$/).waitFor();
  await page.keyboard.press('ControlOrMeta+Enter');
  await content.getByText('Put simply: Pictures of a public post').waitFor();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect.poll(() => content.textContent()).toBe(text);

  await page.getByRole('tab', { name: 'SEO' }).click();
  await button('Generate All SEO with AI').click();
  await expect.poll(() => field('SEO Title').inputValue()).toBe('A good title from the model');
  expect(await field('SEO Keywords').inputValue()).toBe('good, words, from the model');
  await page.getByRole('tab', { name: 'Media' }).click();
  await button('Generate AI Image').click();
  const cover = page.getByRole('img', { name: title });
  await expect.poll(() => cover.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(96);
  await button('Save & Exit').click();
  await page.getByRole('row').filter({ hasText: title }).waitFor();
});
