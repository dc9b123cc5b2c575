import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunState } from '#assistant/contract.ts';
import type { DeskDocument } from '#desk/contract.ts';
import { type FakeModel, startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { ownerPath } from '#test/support/enter-admin.ts';
import { hydrated } from '#test/support/hydrated.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';

const byHand = 'Im Garten war es still';
let model: FakeModel;
let product: Product;
let page: Page;
/** The article's posts: the original, German with a paragraph by hand, French with the original's words in one. */
let posts: { en: string; de: string; fr: string };

/** A call as the page makes it. */
function call<T>(method: string, path: string, { body, version }: { body?: unknown; version?: number } = {}) {
  return page.evaluate(
    async ([way, where, sent, match]) => {
      const headers = {
        ...(sent !== undefined && { 'content-type': 'application/json' }),
        ...(match !== undefined && { 'if-match': `"${match}"` }),
      };
      const answer = await fetch(`/api/admin${where}`, {
        ...{ method: way, headers },
        ...(sent !== undefined && { body: JSON.stringify(sent) }),
      });
      return answer.json();
    },
    [method, path, body, version] as const,
  ) as Promise<T>;
}

async function change(id: string, fields: object): Promise<void> {
  const before = await call<DeskDocument>('GET', `/posts/${id}`);
  const body = { mode: 'save', fields: { ...before.fields, ...fields } };
  await call('PUT', `/posts/${id}`, { body, version: before.version });
}

async function translate(id: string, locales: string[]): Promise<RunState> {
  const { id: run } = await call<RunState>('POST', `/posts/${id}/translations`, { body: { locales } });
  // Its events end with it.
  await page.evaluate((path) => fetch(path).then((answer) => answer.text()), `/api/admin/runs/${run}/events`);
  return call<RunState>('GET', `/runs/${run}`);
}

beforeAll(async () => {
  model = await startFakeModel();
  product = await openProduct(model.environment);
  page = await product.visit(await ownerPath(product.app));
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/admin/blog');
  const content =
    '<p>The garden was quiet in the morning</p><p>There were <strong>24 birds</strong> in the trees</p><p>The evening was cold</p>';
  const fields = { title: 'A garden in the evening', content };
  const empty = await call<DeskDocument>('POST', '/posts', {
    body: { mode: 'autosave', locale: 'en', fields: { ...fields } },
  });
  model.playFor('fr', [], 'dropped-tag');
  model.playFor('th', [], 'unauthorised');
  const first = await translate(empty.id, ['de', 'fr', 'th']);
  const idOf = (locale: string) => first.steps.find((step) => step.locale === locale)?.post?.id ?? '';
  posts = { en: empty.id, de: idOf('de'), fr: idOf('fr') };
  const german = await call<DeskDocument>('GET', `/posts/${posts.de}`);
  await change(posts.de, { content: german.fields.content.replace(/^<p>.*?<\/p>/, `<p>${byHand}</p>`) });
  await change(posts.en, { content: content.replace('quiet', 'very quiet') });
  await translate(posts.en, ['de']);
  await change(posts.en, { content: content.replace('quiet', 'very quiet').replace('cold', 'warm') });
});

afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
  await model?.[Symbol.asyncDispose]();
});

async function go(path: string) {
  await page.goto(product.app.origin + path);
  await hydrated(page);
}

const panel = () => page.getByRole('region', { name: 'Translation', exact: true });

test('the list says in words what is not translated, out of date and for review', async () => {
  await go('/admin/blog?locale=en');
  const card = page.getByRole('article').filter({ hasText: 'A garden in the evening' });
  await card.getByText(/^Not translated: ไทย/).waitFor();
  await card.getByText(/^Out of date: .*Deutsch/).waitFor();
  await card.getByText(/^Needs review: Français/).waitFor();
  await card.getByRole('link', { name: 'Deutsch: Published, Out of date' }).waitFor();
  await expectAccessible(page, 'the list');
});

test('the editor of a translation says who made it and what changed, and leads to the original', async () => {
  await go(`/admin/blog/${posts.de}`);
  await panel().getByText('Translated by machine, edited by people. Original: English.').waitFor();
  await panel().getByText('Out of date: the original has changed since this was made from it.').waitFor();
  await page
    .getByRole('link', { name: /Français/ })
    .getByText('Out of date, Needs review')
    .waitFor();
  await expectAccessible(page, 'the editor of a translation');
  await page.getByRole('button', { name: 'Translate & Publish' }).click();
  const sheet = page.getByRole('dialog', { name: 'This is a translation' });
  expect(await sheet.getByRole('link', { name: 'Open the original' }).getAttribute('href')).toBe(
    `/admin/blog/${posts.en}`,
  );
  await page.keyboard.press('Escape');
  await panel().getByRole('link', { name: 'Open the original' }).click();
  await page.waitForURL(`**/admin/blog/${posts.en}`);
});

test('a new translation stands beside what a person wrote, and is taken into the draft', async () => {
  await go(`/admin/blog/${posts.de}`);
  const offer = panel().getByRole('listitem').filter({ hasText: 'The garden was very quiet in the morning' });
  await offer.getByText(byHand, { exact: true }).waitFor();
  await offer.getByRole('button', { name: 'Take' }).click();
  await page.locator('.toast', { hasText: 'The new translation is in the text.' }).waitFor();
  await offer.waitFor({ state: 'detached' });
  const german = await call<DeskDocument>('GET', `/posts/${posts.de}`);
  expect(german).toMatchObject({ status: 'published', has_working_copy: true });
  expect(german.fields.content).not.toContain(byHand);
  const text = page
    .getByRole('textbox', { name: 'Inhalt' })
    .or(page.getByRole('textbox', { name: 'Content' }));
  expect(await text.textContent()).not.toContain(byHand);
});

test('words of the original that are right are said to be so', async () => {
  await go(`/admin/blog/${posts.fr}`);
  await panel().getByText('Needs review: 1 part still has the original’s words.').waitFor();
  await panel().getByRole('button', { name: 'They are right like this' }).click();
  await page.locator('.toast', { hasText: 'Noted: these words stay.' }).waitFor();
  await panel().getByText('Needs review').waitFor({ state: 'detached' });
  await go('/admin/blog?locale=en');
  const card = page.getByRole('article').filter({ hasText: 'A garden in the evening' });
  await card.getByText(/^Out of date/).waitFor();
  expect(await card.getByText(/^Needs review/).count()).toBe(0);
});

test('how a language is written, and what it has cost, stand on a page of their own', async () => {
  await go('/admin/blog');
  await page
    .getByRole('navigation', { name: 'Administration' })
    .getByRole('link', { name: 'Translation' })
    .click();
  await page.waitForURL('**/admin/translation');
  await hydrated(page);
  await page.getByText(/^Today: [\d,]+ of [\d,]+ tokens$/).waitFor();
  expect(await page.getByRole('row').filter({ hasText: 'A garden in the evening' }).count()).toBe(2);
  await expectAccessible(page, 'the page');
  await page.getByRole('button', { name: 'Change Deutsch' }).click();
  const sheet = page.getByRole('dialog', { name: 'Change Deutsch' });
  await sheet.getByLabel('Informal', { exact: true }).check();
  await sheet.getByLabel('Style note').fill('Short sentences.');
  await sheet.getByRole('button', { name: 'Add a word' }).click();
  await sheet.getByLabel('In the original').fill('Unspool');
  await sheet.getByLabel('Keep as is').check();
  await sheet.getByText('What a change costs').waitFor();
  await expectAccessible(page, 'the sheet');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('article').filter({ hasText: 'Deutsch' }).getByText('Informal, 1 word').waitFor();
  await page.reload();
  await page.getByText('Short sentences.').waitFor();
});
