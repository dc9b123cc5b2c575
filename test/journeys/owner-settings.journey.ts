import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeModel, startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { ownerPath, sendForm } from '#test/support/admin-session.ts';
import { expectAccessible } from '#test/support/browser-page.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';

/** The second test builds on the first one. */
let product: Product;
let model: FakeModel;
let state: Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;
beforeAll(async () => {
  model = await startFakeModel();
  product = await openProduct();
});
afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
  await model?.[Symbol.asyncDispose]();
});

const phone = { viewport: { width: 390, height: 844 }, javaScriptEnabled: false };
const heading = (page: Page) => page.locator('h1').textContent();
const step = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

test('a new owner starts with a checklist', async () => {
  const page = await product.openPage(await ownerPath(product.app));
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account' }).click();
  expect(await heading(page)).toBe('Set up your site');
  await expectAccessible(page, 'start');
  expect(await page.getByText('Open', { exact: true }).count()).toBe(6);
  await step(page, 'Use a public URL with HTTPS').getByRole('button', { name: 'Skip' }).click();
  expect(await step(page, 'Use a public URL with HTTPS').getByText('Skipped').isVisible()).toBe(true);
  await page.goto(`${product.app.origin}/admin/blog`);
  await page.getByRole('link', { name: '5 steps left to set up your site' }).click();
  await step(page, 'Add a contact address').getByRole('link', { name: 'Set up' }).click();
  expect(await heading(page)).toBe('Settings');
  state = await page.context().storageState();
});

test('the settings apply at once, the checklist knows what is done, and no log line has the key of the model', async () => {
  const cookie = state.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const send = (section: string, fields: Record<string, string>) =>
    sendForm(product.app, `/admin/settings/${section}`, { cookie, fields });
  // The settings store it, and a stored IP address would count as that of a visitor.
  const url = model.environment.AI_BASE_URL.replace('127.0.0.1', 'localhost');
  for (const [section, fields] of Object.entries({
    contact: { CONTACT_EMAIL: 'hello@loom.example', replyHours: '24', messageDays: '90' },
    mail: { 'mail-host': 'mail.loom.example', 'mail-security': 'starttls' },
    ai: { AI_BASE_URL: url, AI_API_KEY: model.apiKey, AI_MODEL: model.environment.AI_MODEL },
  }))
    expect((await send(section, { intent: 'save', ...fields })).status, section).toBe(303);
  const contact = await product.openPage('/contact', phone);
  expect(await contact.getByText('hello@loom.example').first().isVisible()).toBe(true);
  const tested = await (await send('ai', { intent: 'test-model' })).text();
  expect(tested).toContain('The text model responded.');
  const page = await product.openPage('/admin/settings/history', { storageState: state });
  await page.getByRole('row', { name: /API key/ }).waitFor();
  for (const text of [tested, await page.content(), ...product.app.output])
    expect(text).not.toContain(model.apiKey);

  await page.goto(`${product.app.origin}/admin/start`);
  expect(await page.getByText('Done', { exact: true }).count()).toBe(3);
  await step(page, 'Use a public URL with HTTPS').getByRole('button', { name: 'Don’t skip' }).click();
  expect(await page.getByText('Open', { exact: true }).count()).toBe(3);
});

test('a signed-out user reads the pages of the administration in the language of their browser', async () => {
  const page = await product.openPage('/admin/sign-in', { locale: 'de-AT' });
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  expect(await heading(page)).toBe('Anmelden');
});

test('no public page knows who reads it, or mentions the administration', async () => {
  const page = await product.openPage('/admin/account', { storageState: state });
  await page.getByLabel('Language', { exact: true }).selectOption('ไทย');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.goto(`${product.app.origin}/admin/blog`);
  expect(await heading(page)).toBe('จัดการบล็อก');
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const read = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(product.app.origin + path, { headers })).text();
  expect(await read('/', { cookie })).toBe(await read('/'));
  for (const path of ['/robots.txt', '/sitemap.xml', '/sitemap-en.xml', '/'])
    expect(await read(path), path).not.toContain('/admin');
});
