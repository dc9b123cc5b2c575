import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunState } from '#assistant/contract.ts';
import type { DeskDocument } from '#desk/contract.ts';
import { type Locale, locales, localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { type FakeModel, startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { askDesk, asSignedIn } from '#test/support/admin-session.ts';
import { enterAsOwner } from '#test/support/enter-admin.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';
import { readPage, readSitemap } from '#test/support/read-page.ts';

/** What pages call their site where nobody has told it. */
const publicOrigin = 'http://localhost:0';
const targets = locales.filter((locale) => locale !== 'en');
let model: FakeModel;
let product: Product;
let owner: string;

beforeAll(async () => {
  model = await startFakeModel();
  product = await openProduct({ ...model.environment, AI_DAILY_BUDGET: '9000000' });
  owner = await enterAsOwner(product.app);
});

afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
  await model?.[Symbol.asyncDispose]();
});

const desk = <T = DeskDocument>(line: string, options?: Parameters<typeof askDesk>[3]) =>
  askDesk<T>(product.app, owner, line, options);
const open = (path: string) => product.visit(path, asSignedIn(owner));
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const card = (page: Page, outcome: string) => page.locator(`[data-run="${outcome}"]`);
const group = (page: Page, name: string) => page.getByRole('list', { name });
const listed = (page: Page) => page.waitForURL('**/admin/blog?locale=en');

/** Of an article: what each public page says of the others, and where machines find it. */
async function expectCluster(slugs: Map<Locale, string>) {
  const { origin } = product.app;
  const urlOf = (locale: Locale) => publicOrigin + localizedPath(locale, `/blog/${slugs.get(locale)}`);
  const cluster = [...slugs.keys()].map((locale) => ({ hrefLang: localeTags[locale], url: urlOf(locale) }));
  const checks = [...slugs].map(async ([locale, slug]) => {
    const url = urlOf(locale);
    const [page, sitemap, feeds] = await Promise.all([
      readPage(origin, new URL(url).pathname),
      readSitemap(origin, `/sitemap-${locale}.xml`),
      Promise.all(
        ['feed.xml', 'atom.xml', 'feed.json'].map((feed) => textOf(localizedPath(locale, `/${feed}`))),
      ),
    ]);
    expect([page.status, page.canonicals], url).toEqual([200, [url]]);
    expect(page.alternates.length, url).toBe(slugs.size + 1);
    for (const one of cluster) expect(page.alternates, url).toContainEqual(one);
    expect(sitemap.get(url)?.alternates, url).toEqual(page.alternates);
    expect(
      feeds.map((feed) => feed.includes(`/blog/${slug}`)),
      `the feeds of ${locale}`,
    ).toEqual([true, true, true]);
  });
  await Promise.all(checks);
}

const readEditor = async (id: string) =>
  (await fetch(`${product.app.origin}/admin/blog/${id}`, { headers: { cookie: owner } })).text();
const textOf = async (path: string) => (await fetch(product.app.origin + path)).text();
const slugsOf = (slug: string, without: readonly Locale[] = []) =>
  new Map<Locale, string>([
    ['en', slug],
    ...targets.filter((one) => !without.includes(one)).map((one) => [one, `${slug}-${one}`] as const),
  ]);

test('a new post goes into nine languages though the tab is closed; one fails, is tried again, and ten pages are public', async () => {
  model.playFor('de', ['held']);
  model.playFor('th', [], 'unauthorised');
  const page = await open('/admin/blog/new?locale=en');
  await page.getByLabel('Title', { exact: true }).fill('Night moths');
  await page.getByRole('textbox', { name: 'Content', exact: true }).click();
  await page.keyboard.insertText('We took pictures of moths in the garden of a friend, and kept them.');
  await button(page, 'Translate & Publish').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^About [\d,]+ tokens\./).waitFor();
  await page.keyboard.press('Enter');
  await card(page, 'live').getByText('Translating to German...', { exact: true }).first().waitFor();
  await group(page, 'Completed:').getByText('French').waitFor();
  const path = new URL(page.url()).pathname;
  await page.close();

  const again = await open(path);
  await card(again, 'live').getByText('Translating to German...', { exact: true }).first().waitFor();
  model.release();
  await again.getByRole('heading', { name: 'Not every language is done' }).waitFor({ timeout: 30_000 });
  const line = group(again, 'To review:').getByRole('listitem');
  expect(await line.textContent()).toContain('ThaiNot translated');
  expect(await line.textContent()).toContain('The AI provider refused the request.');
  const thai = '/th/blog/night-moths-th';
  expect((await readPage(product.app.origin, thai)).status).toBe(404);

  // A person may publish the words that stand in: readers see them, and no other language names them a translation.
  const postId = path.split('/').at(-1) ?? '';
  const run = await desk<RunState>(`GET /posts/${postId}/run`);
  const standIn = run.steps.find(({ locale }) => locale === 'th')?.post?.id;
  // The editor of a translation says nothing of the run: it has another text.
  const namesRun = async (id = '') => (await readEditor(id)).includes(run.id);
  expect([await namesRun(postId), await namesRun(standIn)]).toEqual([true, false]);
  const { version } = await desk(`GET /posts/${standIn}`);
  await desk(`POST /posts/${standIn}/status`, { version, body: { status: 'published' } });
  const read = await fetch(product.app.origin + thai);
  expect([read.status, /<h1[^>]* lang="en"/.test(await read.text())]).toEqual([200, true]);
  await expectCluster(slugsOf('night-moths', ['th']));

  model.playFor('th', []);
  await button(again, 'Try again: Thai').click();
  await listed(again);
  await again.getByRole('article').filter({ hasText: 'Night moths' }).waitFor();
  await expectCluster(slugsOf('night-moths'));
});
