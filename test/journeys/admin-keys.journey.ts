import { beforeAll, expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { asSignedIn } from '#test/support/admin-session.ts';
import { enterAsOwner } from '#test/support/enter-admin.ts';
import { openProduct } from '#test/support/open-product.ts';

let cookie: string;

beforeAll(async () => {
  await using product = await openProduct();
  cookie = await enterAsOwner(product.app);
});

test('an owner makes a key, a program uses it, and the owner withdraws it', async () => {
  await using product = await openProduct();
  const page = await product.visit('/admin/keys', asSignedIn(cookie));
  await page.getByText('There are no keys yet.').waitFor();
  await expectAccessible(page, 'no keys');

  await page.getByLabel('Name').fill('Backups');
  await page.getByLabel('Posts a minute').fill('200');
  await page.getByRole('button', { name: 'Make key' }).click();
  const key = await page.getByLabel('The new key').inputValue();
  await page.getByText('200 posts a minute').waitFor();
  await expectAccessible(page, 'a key that was made');

  const extract = () =>
    fetch(`${product.app.origin}/functions/v1/extract-threads-media`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ url: scenes.photo.link }),
    });
  const answer = await extract();
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ success: true });
  await page.goto(`${product.app.origin}/admin/keys`);
  await page.getByText('Last used on').waitFor();
  expect(await page.content()).not.toContain(key);

  await page.locator('summary', { hasText: 'Withdraw' }).click();
  await page.getByRole('button', { name: 'Yes, withdraw' }).click();
  await page.getByText('There are no keys yet.').waitFor();
  await expect.poll(async () => (await extract()).status).toBe(401);
  expect(product.app.output.filter((line) => line.includes(key.slice(8)))).toEqual([]);
});

test('a limit that is none is said, and what was typed stays', async () => {
  await using product = await openProduct();
  const page = await product.visit('/admin/keys', { ...asSignedIn(cookie), javaScriptEnabled: false });
  await page.locator('form').evaluateAll((forms) => {
    for (const form of forms) form.setAttribute('novalidate', '');
  });
  await page.getByLabel('Name').fill('Backups');
  await page.getByLabel('Posts a minute').fill('9999');
  await page.getByRole('button', { name: 'Make key' }).click();
  await page.getByRole('alert').getByText('The limit is a whole number from 1 to 2000.').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('Backups');
});
