import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FakeModel, startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { ownerPath } from '#test/support/enter-admin.ts';
import { hydrated } from '#test/support/hydrated.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';

const text = `${'Pictures of a public post are yours to keep. '.repeat(12)}`.trim();
const title = 'How to keep a picture';
let model: FakeModel;
let product: Product;
let page: Page;

beforeAll(async () => {
  model = await startFakeModel();
  product = await openProduct(model.environment);
  page = await enter(product);
});

afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
  await model?.[Symbol.asyncDispose]();
});

beforeEach(async () => {
  model.calls.length = 0;
  await page.goto(`${product.app.origin}/admin/blog/new?locale=en`);
  await hydrated(page);
});

async function enter(into: Product): Promise<Page> {
  const visitor = await into.visit(await ownerPath(into.app));
  await visitor.getByLabel('Name').fill('Ada');
  await visitor.getByLabel('Email').fill('ada@example.org');
  await visitor.getByLabel('Password').fill('correct horse battery');
  await visitor.getByRole('button', { name: 'Create account' }).click();
  await visitor.waitForURL('**/admin/blog');
  return visitor;
}

const field = (label: string) => page.getByLabel(label, { exact: true });
const button = (name: string) => page.getByRole('button', { name });
/** Beside a field: the text has one of its own. */
const undo = () => page.locator('p', { hasText: /^Filled in by/ }).getByRole('button', { name: 'Undo' });
const tab = (name: string) => page.getByRole('tab', { name }).click();

async function write(given: { title?: string; text?: string }) {
  if (given.title) await field('Title').fill(given.title);
  if (!given.text) return;
  await page.getByRole('textbox', { name: 'Content', exact: true }).click();
  await page.keyboard.insertText(given.text);
}

async function expectToast(words: string) {
  await page.locator('.toast', { hasText: words }).waitFor();
}

test('each helper says what has to be written first, and asks nobody', async () => {
  await button('Generate AI (Slug)').click();
  await expectToast('Please enter a title first');
  await button('Generate AI (Excerpt)').click();
  await expectToast('Please add some content first');
  await write({ title });
  await tab('SEO');
  await button('Generate All SEO with AI').click();
  await expectToast('Please enter title and content first');
  await tab('Media');
  await button('Generate AI Image').click();
  await expectToast('Please enter title and content first');
  expect(model.calls).toEqual([]);
});

test('a slug is generated, and taken back in one step', async () => {
  await write({ title });
  await field('Slug').fill('my-own');
  await button('Generate AI (Slug)').click();
  await expectToast('Slug generated successfully');
  expect(await field('Slug').inputValue()).toBe('a-good-slug-from-the-model');
  expect(await page.getByText('Filled in by AI.').count()).toBe(1);
  await expectAccessible(page, 'a suggestion in the form');
  await undo().last().click();
  expect(await field('Slug').inputValue()).toBe('my-own');
  expect(await button('Generate AI (Slug)').evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await page.getByText('Filled in by AI.').count()).toBe(0);
});

test('a model that is busy is asked again; one that stays busy leaves the rule, and it is said', async () => {
  await write({ title, text });
  await field('Slug').fill('my-own');
  model.play('busy');
  await button('Generate AI (Slug)').click();
  await expectToast('Slug generated successfully');
  expect(model.calls.map(({ scene }) => scene)).toEqual(['busy', 'good']);
  model.play('busy-for-long');
  await button('Generate AI (Slug)').click();
  await expectToast('Failed to generate slug');
  await expectToast('The slug was made from the title instead.');
  expect(await field('Slug').inputValue()).toBe('how-to-keep-a-picture');
  model.play('busy-for-long');
  await button('Generate AI (Excerpt)').click();
  await expectToast('Failed to generate excerpt');
  expect(await field('Excerpt').inputValue()).toBe(`${text.slice(0, 300)}...`);
  expect(await page.getByText('Filled in by rule, without AI.').count()).toBe(2);
  await undo().last().click();
  expect(await field('Excerpt').inputValue()).toBe('');
});

test('an excerpt is shown as it comes, and never overwrites what is typed meanwhile', async () => {
  await write({ text });
  model.play('held');
  await button('Generate AI (Excerpt)').click();
  // Its end is held back until it has been judged with what comes behind it.
  await page.getByText('A good summary', { exact: true }).waitFor();
  expect(await button('Generating...').getAttribute('aria-disabled')).toBe('true');
  await expectAccessible(page, 'a suggestion as it comes');
  await field('Excerpt').fill('Typed meanwhile.');
  model.release();
  await expectToast('Excerpt generated successfully');
  expect(await field('Excerpt').inputValue()).toBe('Typed meanwhile.');
  await expectAccessible(page, 'a suggestion that waits');
  await button('Use suggestion').click();
  expect(await field('Excerpt').inputValue()).toMatch(/^A good summary from the model/);
  await undo().click();
  expect(await field('Excerpt').inputValue()).toBe('Typed meanwhile.');

  await field('Excerpt').fill('');
  await button('Generate AI (Excerpt)').click();
  await expect.poll(() => field('Excerpt').inputValue()).toMatch(/^A good summary from the model/);
  await field('Excerpt').press('End');
  await page.keyboard.type(' And mine.');
  expect(await undo().count()).toBe(0);
});

test('a suggestion that does not come is cancelled, at the provider too, and nothing has changed', async () => {
  await write({ title, text });
  await field('Excerpt').fill('Mine.');
  model.play('hang');
  await button('Generate AI (Excerpt)').click();
  while (model.calls.length === 0) await model.nextChange();
  await button('Cancel').click();
  while (model.openCalls() > 0) await model.nextChange();
  expect(await field('Excerpt').inputValue()).toBe('Mine.');
  expect(await button('Generate AI (Excerpt)').evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await undo().count()).toBe(0);
  await button('Generate AI (Excerpt)').click();
  await expect.poll(() => field('Excerpt').inputValue()).toMatch(/^A good summary/);
});

test('SEO texts fill three fields as one suggestion, whatever the model makes of its JSON', async () => {
  await write({ title, text });
  await tab('SEO');
  await field('SEO Title').fill('Mine');
  const values = () =>
    Promise.all(['SEO Title', 'SEO Description', 'SEO Keywords'].map((label) => field(label).inputValue()));
  const before = await values();
  const good = [
    'A good title from the model',
    'A good description from the model, as a search engine shows it.',
    'good, words, from the model',
  ];
  for (const scene of ['string-json', 'fenced-json'] as const) {
    model.play(scene);
    await button('Generate All SEO with AI').click();
    await expect.poll(values).toEqual(good);
    await expectToast('SEO content generated successfully');
    await undo().click();
    expect(await values()).toEqual(before);
  }
  for (const scene of ['half-json', 'wrong-json'] as const) {
    model.play(scene);
    await button('Generate All SEO with AI').click();
    await expect.poll(values).toEqual([title, `${text.slice(0, 300)}...`, '']);
    await expectToast('Failed to generate SEO content');
    await undo().click();
    expect(await values()).toEqual(before);
  }
  model.play('obeys-quietly');
  await button('Generate All SEO with AI').click();
  await undo().waitFor();
  expect((await values()).join(' ')).not.toMatch(/[<>]|https?:|alert|onerror/);
});

test('a picture of the model is kept as ours, with the title as its alternative text', async () => {
  await write({ title, text });
  await tab('Media');
  await button('Generate AI Image').click();
  await expectToast('Featured image generated successfully');
  expect(await field('Featured Image URL').inputValue()).toMatch(/^\/files\//);
  expect(await field('Alt text').inputValue()).toBe(title);
  const preview = page.getByRole('img', { name: title });
  await expect.poll(() => preview.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(96);
  await undo().click();
  expect(await field('Featured Image URL').inputValue()).toBe('');
  expect(await field('Alt text').inputValue()).toBe('');

  model.play('no-picture');
  await button('Generate AI Image').click();
  await expectToast('Image generation completed - check the featured image field for the generated prompt');
  expect(await page.getByText(`Title: ${title}`).count()).toBe(1);
  expect(await field('Featured Image URL').inputValue()).toBe('');
  model.play('busy-for-long');
  await button('Generate AI Image').click();
  await expectToast('Failed to generate featured image');
  expect(await page.getByText(`Title: ${title}`).count()).toBe(0);
});

test('where a proxy answers in our place, the rule fills the form', async () => {
  await write({ title });
  await field('Slug').fill('my-own');
  await page.route('**/functions/v1/generate-content', (route) =>
    route.fulfill({
      status: 200,
      contentType: 'text/html',
      body: '<!doctype html><title>Sign in to the network</title>',
    }),
  );
  await button('Generate AI (Slug)').click();
  await expectToast('Failed to generate slug');
  await expectToast('The server did not answer. The slug was made from the title instead.');
  expect(await field('Slug').inputValue()).toBe('how-to-keep-a-picture');
  await page.unroute('**/functions/v1/generate-content');
});
