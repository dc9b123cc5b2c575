import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditorPost, RevisionSummary } from '#blog/editing-contract.ts';
import { type FakeModel, startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import {
  asSignedIn,
  callAdminApi,
  sendAdminRequest,
  sendForm,
  signInAsOwner,
} from '#test/support/admin-session.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';
import { findStep, waitForRunEnd } from '#test/support/run-harness.ts';
import { createClock } from '#test/support/shift-clock.ts';
import { createSaveRequest } from '#test/support/start-admin-server.ts';
import { startAppIn } from '#test/support/start-app.ts';
import { startMailServer } from '#test/support/start-mail-server.ts';
import type { RunState } from '#translation/contract.ts';

/** The second test restarts the product of the first one. */
let model: FakeModel;
let product: Product;
let owner: string;
/** The id of the owner. */
let ada: string;
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
  ada = await settings.getByLabel('Who is told').inputValue();
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
  await product[Symbol.asyncDispose]();
});

test('a rule translates what was published, the history names it, and the reviewer gets an email', async () => {
  await using mail = await startMailServer();
  const fields = {
    intent: 'save',
    'automatic-mode': 'publish',
    'automatic-de': 'yes',
    'automatic-fr': 'yes',
    'automatic-hour': '3',
    'held-for-de': ada,
  };
  const saved = await sendForm(product.app, '/admin/settings/translation', { cookie: owner, fields });
  expect(saved.headers.get('location')).toBe('/admin/settings/translation?done=saved');
  const post = { title: 'A pond', content: '<p>It is deep.</p>', status: 'published' };
  const body = createSaveRequest(post, { locale: 'en', mode: 'publish' });
  const { id } = await callAdmin<EditorPost>('POST /posts', { body });
  await product.app.stop();

  using clock = createClock(11 * 60_000);
  const environment = { ...model.environment, SMTP_URL: mail.url, CONTACT_EMAIL: 'blog@example.org' };
  const app = await startAppIn(product.app.dataDir, { ...environment, ...clock.environment });
  await expect
    .poll(async () => (await sendAdminRequest(app.origin, owner, `GET /posts/${id}/run`)).status)
    .toBe(200);
  const run = await waitForRunEnd(() => callAdminApi<RunState>(app, owner, `GET /posts/${id}/run`));
  for (const [locale, expected] of [
    ['fr', { kind: 'published', status: 'published', rule: 'publish' }],
    ['de', { kind: 'saved', status: 'draft', rule: 'held' }],
  ] as const) {
    const call = `GET /posts/${findStep(run, locale).post?.id}/revisions`;
    const { revisions } = await callAdminApi<{ revisions: RevisionSummary[] }>(app, owner, call);
    expect(revisions, locale).toMatchObject([expected]);
  }
  await expect.poll(() => mail.received.length).toBe(1);
  expect(mail.received[0]?.data.replaceAll('=\r\n', '')).toContain(`/admin/blog/${id}/review`);
  expect(app.output.join('\n')).not.toContain('/admin/set-up?token=');
  await app.stop();
});
