import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeModel, startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { asSignedIn, signInAsOwner } from '#test/support/admin-session.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';

let model: FakeModel;
let product: Product;
let owner: string;
beforeAll(async () => {
  model = await startFakeModel();
  product = await openProduct(model.environment);
  owner = await signInAsOwner(product.app);
}, 90_000);
afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
  await model?.[Symbol.asyncDispose]();
});

test('an owner turns automatic translation on without JavaScript, and the page shows the choice', async () => {
  const options = { ...asSignedIn(owner), javaScriptEnabled: false, viewport: { width: 390, height: 844 } };
  const page = await product.openPage('/admin/settings/translation', options);
  await page.getByLabel('Translate posts automatically').selectOption('When a post is published');
  for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
  await page.getByRole('checkbox', { name: 'Deutsch' }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Settings saved. They apply now.').waitFor();
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(1);
});
