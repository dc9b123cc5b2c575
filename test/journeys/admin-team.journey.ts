import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { ownerPath } from '#test/support/admin-session.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';
import { requestExtraction } from '#test/support/request-extraction.ts';
import { type RunningApp, startAppIn } from '#test/support/start-app.ts';
import { startMailServer } from '#test/support/start-mail-server.ts';

const password = 'correct horse battery';
const nextPassword = 'a new long password';
const withoutScripts = { javaScriptEnabled: false };
let mail: Awaited<ReturnType<typeof startMailServer>>;
let product: Product;
beforeAll(async () => {
  mail = await startMailServer();
  product = await openProduct({ SMTP_URL: mail.url, CONTACT_EMAIL: 'blog@example.org' });
});
afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
  await mail?.[Symbol.asyncDispose]();
});

const heading = (page: Page) => page.locator('h1').textContent();
const open = (page: Page, path: string) => page.goto(product.app.origin + path);

async function signIn(page: Page, email: string, value: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(value);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('the first owner creates an account, and signing in leads to the requested page', async () => {
  const path = await ownerPath(product.app);
  const page = await product.openPage(path);
  expect(await heading(page)).toBe('Set up this site');
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  expect(await heading(page)).toBe('Set up your site');
  await open(page, '/admin');
  expect(await heading(page)).toBe('Blog Administration');
  expect(await page.getByText('No posts found').isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Sign out' }).click();
  expect(await heading(page)).toBe('Sign in');

  await open(page, '/admin/people');
  await signIn(page, 'ada@example.org', 'not the password');
  expect(await page.getByRole('alert').textContent()).toBe('Wrong email or password. Try again.');
  expect(await page.getByLabel('Email').inputValue()).toBe('ada@example.org');
  await signIn(page, 'ada@example.org', password);
  expect(await heading(page)).toBe('Team');

  await open(page, path);
  expect(await heading(page)).toBe('This link no longer works');
  const token = path.split('=')[1] ?? '';
  expect(product.app.output.filter((line) => line.includes(token))).toEqual([]);
});

test('an invited user joins with the invited role, and the owner can remove them', async () => {
  const owner = await product.openPage('/admin/people', withoutScripts);
  await signIn(owner, 'ada@example.org', password);
  await owner.getByLabel('Email').fill('bob@example.org');
  await owner.getByLabel('Role', { exact: true }).selectOption('Editor');
  await owner.getByRole('button', { name: 'Create invitation' }).click();
  const link = new URL(await owner.getByLabel('Share this link').last().inputValue());
  expect(await owner.getByText('The link was also sent by email.').isVisible()).toBe(true);

  const guest = await product.openPage(link.pathname + link.search, withoutScripts);
  expect(
    await guest
      .getByText('Create your account for the blog. Email: bob@example.org. Role: Editor.')
      .isVisible(),
  ).toBe(true);
  await guest.getByLabel('Name').fill('Bob');
  await guest.getByLabel('Password').fill('another long password');
  await guest.getByRole('button', { name: 'Create account' }).click();
  expect(await heading(guest)).toBe('Blog Administration');
  expect(await guest.getByRole('link', { name: 'Team' }).count()).toBe(0);
  await open(guest, '/admin/people');
  expect(await heading(guest)).toBe('Your role doesn’t allow this action');

  await open(owner, '/admin/people');
  await owner.getByText('Delete user', { exact: true }).click();
  await owner.getByRole('button', { name: 'Yes, delete' }).click();
  expect(await owner.getByText('bob@example.org').count()).toBe(0);
  await open(guest, '/admin/blog');
  expect(await heading(guest)).toBe('Sign in');
});

test('an owner creates an API key, a client uses it, and the owner revokes it', async () => {
  const page = await product.openPage('/admin/keys');
  await signIn(page, 'ada@example.org', password);
  await page.getByLabel('Name').fill('Backups');
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = await page.getByLabel('New API key').inputValue();
  const extract = () =>
    requestExtraction(product.app.origin, scenes.photo.link, { authorization: `Bearer ${key}` });
  const response = await extract();
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ success: true });
  await open(page, '/admin/keys');
  await page.getByText('Last used').waitFor();
  expect(await page.content()).not.toContain(key);
  await page.locator('summary', { hasText: 'Revoke' }).click();
  await page.getByRole('button', { name: 'Yes, revoke' }).click();
  await page.getByText('There are no API keys yet.').waitFor();
  await expect.poll(async () => (await extract()).status).toBe(401);
  expect(product.app.output.filter((line) => line.includes(key.slice(8)))).toEqual([]);
});

test('a forgotten password is reset with an emailed link', async () => {
  const page = await product.openPage('/admin/sign-in', withoutScripts);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByRole('button', { name: 'Send link' }).click();
  expect(await page.getByRole('status').textContent()).toContain('a link is on its way');
  const resetPath = () =>
    mail.received
      .map(({ data }) => data.replaceAll('=\r\n', '').replaceAll('=3D', '='))
      .flatMap((text) => /\/admin\/reset\?token=[\w-]+/.exec(text)?.[0] ?? [])
      .at(0);
  await expect.poll(resetPath).toBeDefined();
  const path = resetPath() ?? '';
  await open(page, path);
  await page.getByLabel('New password').fill(nextPassword);
  await page.getByRole('button', { name: 'Save password' }).click();
  expect(await heading(page)).toBe('Blog Administration');
  await open(page, path);
  expect(await heading(page)).toBe('This link no longer works');
});

test('a signed-out user reads the pages of the administration in the language of their browser', async () => {
  const page = await product.openPage('/admin/sign-in', { locale: 'de-AT' });
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  expect(await heading(page)).toBe('Anmelden');
});

test('no public page knows who reads it, or mentions the administration', async () => {
  const page = await product.openPage('/admin/account');
  await signIn(page, 'ada@example.org', nextPassword);
  await page.getByLabel('Language', { exact: true }).selectOption('ไทย');
  await page.getByRole('button', { name: 'Save' }).click();
  await open(page, '/admin/blog');
  expect(await heading(page)).toBe('จัดการบล็อก');
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const read = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(product.app.origin + path, { headers })).text();
  expect(await read('/', { cookie })).toBe(await read('/'));
  for (const path of ['/robots.txt', '/sitemap.xml', '/sitemap-en.xml', '/'])
    expect(await read(path), path).not.toContain('/admin');
});

test('the setup link is printed at each start until there is an owner, before the start says that it is ready', async () => {
  const printed = ({ output }: RunningApp) =>
    output.flatMap((line) => /\/admin\/set-up\?token=|^Unspool is ready/.exec(line)?.[0] ?? []);
  expect(printed(product.app)).toEqual(['/admin/set-up?token=', 'Unspool is ready']);
  // An open page would report that its requests to the stopped app failed.
  for (const context of product.browser.contexts()) await context.close();
  await product.app.stop();
  const again = await startAppIn(product.app.dataDir);
  await again.stop();
  expect(printed(again)).toEqual(['Unspool is ready']);
});
