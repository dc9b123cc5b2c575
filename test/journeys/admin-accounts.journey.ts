import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '#test/support/accessibility.ts';
import { ownerPath } from '#test/support/enter-admin.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';
import { startMailServer } from '#test/support/start-mail-server.ts';

const password = 'correct horse battery';
let product: Product;

beforeAll(async () => {
  product = await openProduct();
});

afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
});

const still = { javaScriptEnabled: false };
const heading = (page: Page) => page.locator('h1').textContent();

async function signIn(page: Page, email: string, typed: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(typed);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('the first owner makes an account, signs out, and is led back to the page they asked for', async () => {
  const page = await product.visit(await ownerPath(product.app));
  expect(await heading(page)).toBe('Create the owner account');
  await expectAccessible(page, 'set-up');
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  expect(await heading(page)).toBe('Blog Administration');
  expect(await page.getByText('Manage your blog posts and content').isVisible()).toBe(true);
  expect(await page.getByText('No posts found').isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Sign out' }).click();
  expect(await heading(page)).toBe('Sign in');

  await page.goto(`${product.app.origin}/admin/people`);
  await signIn(page, 'ada@example.org', 'not the password');
  expect(await page.getByRole('alert').textContent()).toBe('Email or password is wrong.');
  expect(await page.getByLabel('Email').inputValue()).toBe('ada@example.org');
  await expectAccessible(page, 'sign-in refused');
  await signIn(page, 'ada@example.org', password);
  expect(await heading(page)).toBe('People');
  await expectAccessible(page, 'people');
});

test('someone who is invited joins with the role of the invitation, and the owner takes it back', async () => {
  const owner = await product.visit('/admin/people', still);
  await signIn(owner, 'ada@example.org', password);
  await owner.getByLabel('Email').fill('bob@example.org');
  await owner.getByLabel('Role', { exact: true }).selectOption('Editor');
  await owner.getByRole('button', { name: 'Make invitation' }).click();
  const link = new URL(await owner.getByLabel('Pass this link on').last().inputValue());
  expect(await owner.getByText('bob@example.org').isVisible()).toBe(true);

  const guest = await product.visit(link.pathname + link.search, still);
  expect(await guest.getByText('Your account: bob@example.org. Your role: Editor.').isVisible()).toBe(true);
  await guest.getByLabel('Name').fill('Bob');
  await guest.getByLabel('Password').fill('short');
  await guest.getByLabel('Password').evaluate((field) => field.removeAttribute('minlength'));
  await guest.getByRole('button', { name: 'Join' }).click();
  expect(await guest.getByRole('alert').textContent()).toContain('longer password');
  expect(await guest.getByLabel('Name').inputValue()).toBe('Bob');
  await guest.getByLabel('Password').fill('another long password');
  await guest.getByRole('button', { name: 'Join' }).click();
  expect(await heading(guest)).toBe('Blog Administration');
  expect(await guest.getByRole('link', { name: 'People' }).count()).toBe(0);
  await guest.goto(`${product.app.origin}/admin/people`);
  expect(await heading(guest)).toBe('Your role does not allow this');

  await owner.goto(`${product.app.origin}/admin/people`);
  await owner.getByText('Remove', { exact: true }).click();
  await owner.getByRole('button', { name: 'Yes, remove' }).click();
  expect(await owner.getByText('bob@example.org').count()).toBe(0);
  await guest.goto(`${product.app.origin}/admin/blog`);
  expect(await heading(guest)).toBe('Sign in');
});

test('a changed password ends the other session, and the language is the person’s own', async () => {
  const here = await product.visit('/admin/account');
  await signIn(here, 'ada@example.org', password);
  const there = await product.visit('/admin/blog', still);
  await signIn(there, 'ada@example.org', password);
  await here.reload();
  expect(await here.getByText('This session').count()).toBe(1);
  expect(await here.getByRole('button', { name: 'End session' }).count()).toBeGreaterThan(0);
  await here.getByLabel('Current password').fill(password);
  await here.getByLabel('New password').fill('a new long password');
  await here.getByRole('button', { name: 'Change password' }).click();
  expect(await here.getByRole('status').textContent()).toContain('Your password has been changed.');
  await there.reload();
  expect(await heading(there)).toBe('Sign in');
  await here.getByLabel('Language', { exact: true }).selectOption('Deutsch');
  await here.getByRole('button', { name: 'Save' }).click();
  expect(await heading(here)).toBe('Dein Konto');
  await expectAccessible(here, 'account in German');
  await here.getByLabel('Sprache', { exact: true }).selectOption('English');
  await here.getByRole('button', { name: 'Speichern' }).click();
});

test('with scripts, the page of the blog comes alive in the person’s language and says the same', async () => {
  const page = await product.visit('/admin/account', still);
  await signIn(page, 'ada@example.org', 'a new long password');
  await page.getByLabel('Language', { exact: true }).selectOption('ไทย');
  await page.getByRole('button', { name: 'Save' }).click();
  const cookies = await page.context().cookies();
  const live = await product.visit('/', {
    storageState: { cookies: cookies.map((cookie) => ({ ...cookie, partitionKey: undefined })), origins: [] },
  });
  await live.goto(`${product.app.origin}/admin/blog`);
  await live.waitForFunction(() => performance.getEntriesByName('hydrated').length > 0);
  expect(await heading(live)).toBe('จัดการบล็อก');
  expect(await live.locator('html').getAttribute('lang')).toBe('th');
});

test('a forgotten password is mailed, and set by the link', async () => {
  await using mail = await startMailServer();
  await using mailing = await openProduct({ SMTP_URL: mail.url, CONTACT_EMAIL: 'blog@example.org' });
  const page = await mailing.visit(await ownerPath(mailing.app), still);
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByRole('button', { name: 'Send link' }).click();
  expect(await page.getByRole('status').textContent()).toContain('a link is on its way');
  await expect.poll(() => mail.received.length).toBe(1);
  const text = (mail.received[0]?.data ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
  const path = /\/admin\/reset\?token=[\w-]+/.exec(text)?.[0] ?? '';
  await page.goto(mailing.app.origin + path);
  await page.getByLabel('New password').fill('a new long password');
  await page.getByRole('button', { name: 'Save password' }).click();
  expect(await heading(page)).toBe('Blog Administration');
  await page.goto(mailing.app.origin + path);
  expect(await heading(page)).toBe('This link no longer works');
});
