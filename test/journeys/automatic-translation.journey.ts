import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditorPost } from '#blog/editing-contract.ts';
import { type FakeModel, startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { asSignedIn, callAdminApi, sendAdminRequest, signInAsOwner } from '#test/support/admin-session.ts';
import { connectBrowser } from '#test/support/browser-page.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';
import { findStep, waitForRunEnd } from '#test/support/run-harness.ts';
import { createClock } from '#test/support/shift-clock.ts';
import { createSaveRequest } from '#test/support/start-admin-server.ts';
import { startApp, startAppIn } from '#test/support/start-app.ts';
import { startMailServer } from '#test/support/start-mail-server.ts';
import type { RunState } from '#translation/contract.ts';

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

const callAdmin = <T>(line: string, options?: Parameters<typeof callAdminApi>[3]) =>
  callAdminApi<T>(product.app, owner, line, options);

test('an owner chooses without JavaScript what is translated and who publishes it, and translations wait for that person', async () => {
  const settings = await product.openPage('/admin/settings/translation', {
    ...asSignedIn(owner),
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  await settings.getByLabel('Translate posts automatically').selectOption('When a post is published');
  for (const box of await settings.getByRole('checkbox').all()) await box.uncheck();
  await settings.getByRole('checkbox', { name: 'Deutsch' }).check();
  await settings.getByLabel('Who is told').selectOption('Ada');
  const reviewers = ['Deutsch', 'Italiano'].map((name) =>
    settings.getByRole('group', { name, exact: true }).getByLabel('Reviewer'),
  );
  for (const reviewer of reviewers) await reviewer.selectOption('Ada');
  await settings.getByRole('button', { name: 'Save', exact: true }).click();
  await settings.getByText('Settings saved. They apply now.').waitFor();
  expect(await settings.getByRole('checkbox', { checked: true }).count()).toBe(1);
  for (const select of [settings.getByLabel('Who is told'), ...reviewers])
    expect(await select.locator('option:checked').textContent()).toBe('Ada');

  const fields = { title: 'A garden', content: '<p>It is open.</p>', status: 'published' };
  const body = createSaveRequest(fields, { locale: 'en', mode: 'publish' });
  const { id } = await callAdmin<EditorPost>('POST /posts', { body });
  const run = await callAdmin<RunState>(`POST /posts/${id}/translations`, {
    body: { locales: ['de', 'it', 'fr'] },
  });
  const read = () => callAdmin<RunState>(`GET /runs/${run.id}`);
  const ended = await waitForRunEnd(read);
  const held = { status: 'saved', code: 'translation.held', reviewer: 'Ada' };
  for (const locale of ['de', 'it']) expect(findStep(ended, locale)).toMatchObject(held);
  expect(findStep(ended, 'fr')).toMatchObject({ status: 'published', code: null });
  const page = await product.openPage(`/admin/blog/${id}/review`, asSignedIn(owner));
  await page.getByRole('link', { name: /^German: .+ · Draft$/ }).click();
  const { languages } = await callAdmin<EditorPost>(`GET /posts/${id}`);
  await page.waitForURL(`**/admin/blog/${languages.find(({ locale }) => locale === 'de')?.id}`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click();
  await page.waitForURL('**/admin/blog?locale=de');
  expect(findStep(await read(), 'de')).toMatchObject({ status: 'published', code: null });
  expect(findStep(await read(), 'it')).toMatchObject(held);
});

test('a rule translates what was published, the history names it, and the reviewer gets an email', async () => {
  await using mail = await startMailServer();
  await using browser = await connectBrowser();
  const environment = { ...model.environment, SMTP_URL: mail.url, CONTACT_EMAIL: 'blog@example.org' };
  await using first = await startApp(environment);
  const cookie = await signInAsOwner(first);
  const settings = await browser.newPage(asSignedIn(cookie));
  await settings.goto(`${first.origin}/admin/settings/translation`);
  await settings.getByLabel('Translate posts automatically').selectOption('When a post is published');
  for (const box of await settings.getByRole('checkbox').all()) await box.uncheck();
  for (const name of ['Deutsch', 'Français']) await settings.getByRole('checkbox', { name }).check();
  await settings
    .getByRole('group', { name: 'Deutsch', exact: true })
    .getByLabel('Reviewer')
    .selectOption('Ada');
  await settings.getByRole('button', { name: 'Save', exact: true }).click();
  await settings.getByText('Settings saved. They apply now.').waitFor();
  const fields = { title: 'A pond', content: '<p>It is deep.</p>', status: 'published' };
  const body = createSaveRequest(fields, { locale: 'en', mode: 'publish' });
  const { id } = await callAdminApi<EditorPost>(first, cookie, 'POST /posts', { body });
  await first.stop();

  using clock = createClock(11 * 60_000);
  await using app = await startAppIn(first.dataDir, { ...environment, ...clock.environment });
  await expect
    .poll(async () => (await sendAdminRequest(app.origin, cookie, `GET /posts/${id}/run`)).status)
    .toBe(200);
  const run = await waitForRunEnd(() => callAdminApi<RunState>(app, cookie, `GET /posts/${id}/run`));
  const page = await browser.newPage(asSignedIn(cookie));
  for (const [locale, expected] of [
    ['fr', 'Published · Rule “When a post is published”'],
    ['de', 'Saved as a draft · Rule “A reviewer publishes this language”'],
  ] as const) {
    await page.goto(`${app.origin}/admin/blog/${findStep(run, locale).post?.id}`);
    await page.getByRole('button', { name: 'Versions' }).click();
    await page.getByRole('dialog').getByText(expected).waitFor();
  }
  await expect.poll(() => mail.received.length).toBe(1);
  expect(mail.received[0]?.data.replaceAll('=\r\n', '')).toContain(`/admin/blog/${id}/review`);
});
