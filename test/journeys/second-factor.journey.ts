import type { Page } from 'playwright';
import { afterAll, expect, test } from 'vitest';
import { readAuthenticatorApp } from '#accounts/fixtures/open-accounts.ts';
import { asSignedIn, signInAsOwner } from '#test/support/admin-session.ts';
import { openProduct, stopProducts } from '#test/support/open-product.ts';

afterAll(stopProducts);

const password = 'correct horse battery';
const heading = (page: Page) => page.locator('h1').textContent();

async function enterCode(page: Page, code: string) {
  await page.getByLabel('Your code').fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('a user turns on two-factor authentication, and signs in with codes, without scripts', async () => {
  await using product = await openProduct({ SEED: 'none' });
  const { app } = product;
  const page = await product.openPage('/admin/account', {
    ...asSignedIn(await signInAsOwner(app)),
    javaScriptEnabled: false,
  });
  await page.getByRole('link', { name: 'Manage two-factor authentication' }).click();
  await page.getByText('Two-factor authentication is off.').waitFor();
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Show QR code' }).click();
  await page.getByRole('img', { name: 'QR code with the key' }).waitFor();
  const key = await page.getByLabel('Key', { exact: true }).inputValue();
  await page.getByLabel('6-digit code').fill(await readAuthenticatorApp(key, Date.now()));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('Two-factor authentication is on.').waitFor();
  const codes = page.getByRole('region', { name: 'Your recovery codes' }).getByRole('listitem');
  const recoveryCodes = await codes.allTextContents();
  expect(recoveryCodes).toHaveLength(10);

  await page.goto(`${app.origin}/admin/account`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.goto(`${app.origin}/admin/people`);
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  expect(await heading(page)).toBe('Enter your code');
  await enterCode(page, '123');
  expect(await page.getByRole('alert').textContent()).toContain('This code is wrong');
  // The code of the next half minute: the current one may have been used to turn it on.
  await enterCode(page, await readAuthenticatorApp(key, Date.now() + 30_000));
  expect(await heading(page)).toBe('Team');

  const output = app.output.join('\n');
  for (const secret of [key, ...recoveryCodes]) expect(output).not.toContain(secret);
});
