import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RunState } from '#assistant/contract.ts';
import type { DeskDocument } from '#desk/contract.ts';
import { type Locale, locales, localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { type FakeModel, startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { askDesk, asSignedIn } from '#test/support/admin-session.ts';
import { enterAsOwner } from '#test/support/enter-admin.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';
import { readPage, readSitemap } from '#test/support/read-page.ts';
import { runEndMs } from '#web/contract.ts';

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

/** Words of their own for every try: what was translated once is remembered. */
let tries = 0;
let number = '';
beforeEach(() => {
  tries += 1;
  number = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'][tries - 1] ?? 'more';
  model.release();
  for (const locale of targets) model.playFor(locale, []);
});

const desk = <T = DeskDocument>(line: string, options?: Parameters<typeof askDesk>[3]) =>
  askDesk<T>(product.app, owner, line, options);
const open = (path: string) => product.visit(path, asSignedIn(owner));
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const card = (page: Page, outcome: string) => page.locator(`[data-run="${outcome}"]`);
const group = (page: Page, name: string) => page.getByRole('list', { name });
const toast = (page: Page, words: string) => page.locator('.toast', { hasText: words }).waitFor();
const listed = (page: Page) => page.waitForURL('**/admin/blog?locale=en');

async function made(title: string): Promise<DeskDocument> {
  const content = `<h2>${title} at night</h2><p>We took <strong>24</strong> of them in the <a href="/blog">garden</a>.</p>`;
  const fields = { title, content, excerpt: `What ${title} are.` };
  return desk('POST /posts', { body: { mode: 'save', locale: 'en', fields } });
}

async function start(
  page: Page,
  choose: (dialog: ReturnType<Page['getByRole']>) => Promise<void> = async () => undefined,
) {
  await button(page, 'Translate & Publish').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^About [\d,]+ tokens\./).waitFor();
  await choose(dialog);
  const primary = dialog.getByRole('button', { name: 'Translate now' });
  expect(await primary.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
}

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

/** Keeps for how long the end of a run is shown, by the browser's own clock. */
function timeEnd(page: Page): Promise<void> {
  return page.evaluate(() => {
    let shownAt: number | null = null;
    const look = (isGone: boolean) => {
      if (shownAt === null) shownAt = isGone ? null : performance.now();
      else if (isGone && sessionStorage.getItem('shown-ms') === null)
        sessionStorage.setItem('shown-ms', String(performance.now() - shownAt));
    };
    const isGone = () => document.querySelector('[data-run="all"]') === null;
    new MutationObserver(() => look(isGone())).observe(document, {
      ...{ subtree: true, childList: true, attributes: true },
    });
    window.addEventListener('pagehide', () => look(true));
  });
}

const textOf = async (path: string) => (await fetch(product.app.origin + path)).text();
const slugsOf = (slug: string, without: readonly Locale[] = []) =>
  new Map<Locale, string>([
    ['en', slug],
    ...targets.filter((one) => !without.includes(one)).map((one) => [one, `${slug}-${one}`] as const),
  ]);

test('a new post goes into nine languages: from the dialog over a tab that is closed to the list, and to ten public pages', async () => {
  model.playFor('de', ['held']);
  const page = await open('/admin/blog/new?locale=en');
  await button(page, 'Translate & Publish').click();
  await toast(page, 'Please enter title and content first');
  await page.getByLabel('Title', { exact: true }).fill(`Night moths ${number}`);
  await page.getByRole('textbox', { name: 'Content', exact: true }).click();
  await page.keyboard.insertText(
    `We took ${number} pictures of moths in the garden of a friend, and kept them.`,
  );
  await start(page, async (dialog) => {
    expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(9);
    expect(await dialog.getByRole('radio', { name: /^Publish every language/ }).isChecked()).toBe(true);
    await expectAccessible(page, 'what is asked before a run');
  });
  await page.getByRole('heading', { name: 'AI is working...' }).waitFor();
  await card(page, 'live').getByText('Translating to German...', { exact: true }).first().waitFor();
  await group(page, 'Completed:').getByText('French').waitFor();
  expect(await group(page, 'Completed:').getByRole('listitem').count()).toBe(4);
  expect(await page.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('4 of 10 steps done');
  for (const name of ['Translating...', 'Save & Exit', 'Publish'])
    expect(await button(page, name).isDisabled(), name).toBe(true);
  await expectAccessible(page, 'a run as it goes on');
  const path = new URL(page.url()).pathname;
  await page.close();

  const again = await open(path);
  await card(again, 'live').getByText('Translating to German...', { exact: true }).first().waitFor();
  const other = await open(path);
  await card(other, 'live').waitFor();
  await other.close();
  await timeEnd(again);
  model.release();
  await again.getByRole('heading', { name: 'Publishing Complete!' }).waitFor();
  const said = 'Your post has been published across all languages. Redirecting...';
  expect(await again.getByText(said, { exact: true }).count()).toBe(1);
  await toast(again, 'All translations completed and published!');
  await listed(again);
  // Two seconds to read it, and what the list then takes on a busy machine.
  const shown = await again.waitForFunction(() => sessionStorage.getItem('shown-ms'));
  const shownMs = Number(await shown.jsonValue());
  expect(shownMs).toBeGreaterThanOrEqual(runEndMs - 50);
  expect(shownMs).toBeLessThan(runEndMs + 15_000);
  await again
    .getByRole('article')
    .filter({ hasText: `Night moths ${number}` })
    .waitFor();
  const { fields } = await desk(`GET ${path.replace('/admin/blog', '/posts')}`);
  expect(fields).toMatchObject({ status: 'published', slug: `night-moths-${number}` });
  await expectCluster(slugsOf(`night-moths-${number}`));
});

test('a language that fails is said to be not translated, is public nowhere, and is retried', async () => {
  model.playFor('th', [], 'unauthorised');
  const post = await made(`Garden spiders ${number}`);
  const page = await open(`/admin/blog/${post.id}`);
  await start(page);
  await page.getByRole('heading', { name: 'Not every language is done' }).waitFor({ timeout: 30_000 });
  await toast(page, 'Failed to complete translations');
  expect(await card(page, 'trouble').getByText('9 of 10 languages are published.').count()).toBeGreaterThan(
    0,
  );
  const line = group(page, 'To review:').getByRole('listitem');
  expect(await line.count()).toBe(1);
  expect(await line.textContent()).toContain('ThaiNot translated');
  expect(await line.textContent()).toContain('The AI provider refused the request.');
  expect(await line.textContent()).toContain(
    'A draft with the original’s words stands in. It is not published.',
  );
  await expectAccessible(page, 'a run with a language that failed');
  const slugs = slugsOf(`garden-spiders-${number}`, ['th']);
  await expectCluster(slugs);
  const thai = `/th/blog/garden-spiders-${number}-th`;
  expect((await readPage(product.app.origin, thai)).status).toBe(404);
  await page.close();

  // Nobody looked: it is told when the post is opened next. Meanwhile a person publishes the words that stand in.
  const run = await desk<RunState>(`GET /posts/${post.id}/run`);
  const standIn = run.steps.find(({ locale }) => locale === 'th')?.post?.id;
  const { version } = await desk(`GET /posts/${standIn}`);
  await desk(`POST /posts/${standIn}/status`, { version, body: { status: 'published' } });
  const read = await fetch(product.app.origin + thai);
  expect([read.status, /<h1[^>]* lang="en"/.test(await read.text())]).toEqual([200, true]);
  await expectCluster(slugs);

  model.playFor('th', []);
  const again = await open(`/admin/blog/${post.id}`);
  await card(again, 'trouble')
    .getByText('A post with the original’s words stands in, and readers see it.')
    .waitFor();
  const translation = await open(`/admin/blog/${standIn}`);
  await translation.getByRole('heading', { name: 'Edit Post' }).waitFor();
  await translation.getByLabel('Title', { exact: true }).and(translation.locator(':enabled')).waitFor();
  expect(await translation.locator('[data-run]').count()).toBe(0);
  await translation.close();
  await button(again, 'Try again: Thai').click();
  await again.getByRole('heading', { name: 'Publishing Complete!' }).waitFor();
  await listed(again);
  await expectCluster(slugsOf(`garden-spiders-${number}`));
});

test('a run is cancelled, what is typed meanwhile stays, and the rest is taken up again', async () => {
  model.playFor('pt', ['held']);
  const post = await made(`Paper boats ${number}`);
  const page = await open(`/admin/blog/${post.id}`);
  await start(page, async (dialog) => {
    for (const name of ['Thai', 'Vietnamese', 'Chinese', 'Indonesian', 'Italian', 'German'])
      await dialog.getByLabel(name, { exact: true }).uncheck();
    await dialog.getByRole('button', { name: 'Translate now' }).focus();
  });
  await card(page, 'live').getByText('Translating to Portuguese...', { exact: true }).first().waitFor();
  await page.getByLabel('Excerpt', { exact: true }).fill('Typed while it runs.');
  await page.locator('[data-save-state="saved"]').waitFor();
  expect(await page.getByText('This post was changed elsewhere').count()).toBe(0);
  await card(page, 'live').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { name: 'Translation cancelled' }).waitFor();
  model.release();
  expect(await card(page, 'cancelled').getByText('2 of 4 languages are published.').count()).toBeGreaterThan(
    0,
  );
  expect((await desk(`GET /posts/${post.id}`)).fields.excerpt).toBe('Typed while it runs.');
  await button(page, 'Retry failed languages').click();
  await page.getByRole('heading', { name: 'Publishing Complete!' }).waitFor();
  await card(page, 'all').getByText('The post was changed since then').first().waitFor();
  await card(page, 'all').getByRole('button', { name: 'Close' }).click();
  await card(page, 'all').waitFor({ state: 'detached' });
});

test('who is signed out is told so, and nothing is started', async () => {
  const post = await made('Morning dew');
  const page = await open(`/admin/blog/${post.id}`);
  await page.context().clearCookies();
  await button(page, 'Translate & Publish').click();
  await toast(page, 'You must be authenticated to publish posts');
  expect(await page.getByRole('dialog').count()).toBe(0);
});
