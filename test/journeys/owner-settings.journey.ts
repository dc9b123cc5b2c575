import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeModel, startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { ownerPath } from '#test/support/admin-session.ts';
import { expectAccessible } from '#test/support/browser-page.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';
import { startMailServer } from '#test/support/start-mail-server.ts';

/** Each test builds on the previous ones. */
let product: Product;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let model: FakeModel;
let state: Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;
beforeAll(async () => {
  mail = await startMailServer();
  model = await startFakeModel();
  product = await openProduct();
});
afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
  await mail?.[Symbol.asyncDispose]();
  await model?.[Symbol.asyncDispose]();
});

const phone = { viewport: { width: 390, height: 844 }, javaScriptEnabled: false };
const heading = (page: Page) => page.locator('h1').textContent();
const message = (page: Page, role: 'status' | 'alert') => page.locator(`main [role=${role}]`).textContent();
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
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

test('without scripts on a phone, the contact address is changed and visitors see it at once', async () => {
  const page = await product.openPage('/admin/settings/contact', { ...phone, storageState: state });
  const address = page.getByLabel('Contact address', { exact: true });
  await address.evaluate((input: HTMLInputElement) => input.form?.setAttribute('novalidate', ''));
  await address.fill('nobody');
  await save(page);
  expect(await message(page, 'alert')).toContain('Contact address: One email address.');
  expect(await address.inputValue()).toBe('nobody');
  await address.fill('hello@loom.example');
  await save(page);
  expect(await message(page, 'status')).toBe('Settings saved. They apply now.');
  const contact = await product.openPage('/contact', phone);
  expect(await contact.getByText('hello@loom.example').first().isVisible()).toBe(true);
});

test('a mail server is connected and tested', async () => {
  const page = await product.openPage('/admin/settings/mail', { storageState: state });
  const { hostname, port } = new URL(mail.url);
  await page.getByLabel('Server', { exact: true }).fill(hostname);
  await page.getByLabel('Port').fill(port);
  await page.getByLabel('Encryption').selectOption('STARTTLS');
  await save(page);
  await page.getByRole('button', { name: 'Send test email' }).click();
  expect(await message(page, 'alert')).toContain('The mail server has accepted the email.');
  expect(mail.received.at(-1)).toMatchObject({ to: ['hello@loom.example'] });
  await expectAccessible(page, 'mail');
});

test('a model is connected and tested, and its key is in no page', async () => {
  const page = await product.openPage('/admin/settings/ai', { storageState: state });
  // The settings store it, and a stored IP address would count as that of a visitor.
  const url = model.environment.AI_BASE_URL.replace('127.0.0.1', 'localhost');
  await page.getByLabel('API URL').fill(url);
  await page.getByLabel('API key').fill(model.apiKey);
  await page.getByLabel('Text model', { exact: true }).fill(model.environment.AI_MODEL);
  await save(page);
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  expect(await message(page, 'alert')).toBe('The text model responded.');
  expect(await page.content()).not.toContain(model.apiKey);
  await page.getByRole('link', { name: 'History' }).click();
  expect(await page.getByRole('row', { name: /API key/ }).textContent()).toContain('Changed. The value');
  expect(await page.content()).not.toContain(model.apiKey);
  expect(product.app.output.join('\n')).not.toContain(model.apiKey);
  await expectAccessible(page, 'history');
});

test('the checklist knows what is done', async () => {
  const page = await product.openPage('/admin/start', { storageState: state });
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
