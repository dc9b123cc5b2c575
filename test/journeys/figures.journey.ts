import { expect, test } from 'vitest';
import type { EditorPost } from '#blog/editing-contract.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { asSignedIn, callAdminApi, signInAsOwner } from '#test/support/admin-session.ts';
import { expectAccessible } from '#test/support/browser-page.ts';
import { downloaderOn } from '#test/support/downloader-page.ts';
import { openProduct } from '#test/support/open-product.ts';
import { createSaveRequest } from '../support/start-admin-server.ts';

/** The test browser identifies itself as a bot, which isn't counted. */
const reader = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

test('what visitors view, search and save is on the owner’s page, as charts and as tables', async () => {
  await using product = await openProduct({ TRUSTED_PROXIES: '127.0.0.1' });
  const cookie = await signInAsOwner(product.app);
  const call = (line: string, body: object, version?: number) =>
    callAdminApi<EditorPost>(product.app, cookie, line, { body, ...(version && { version }) });
  const fields = { title: 'A walk', content: '<p>Along the river.</p>' };
  const draft = await call('POST /posts', createSaveRequest(fields, { locale: 'en' }));
  const published = { ...draft.fields, status: 'published' };
  await call(`PUT /posts/${draft.id}`, createSaveRequest(published, { mode: 'publish' }), draft.version);

  for (let visit = 0; visit < 2; visit += 1) {
    const post = await product.openPage('/blog/a-walk', reader);
    const count = `${visit + 1} view`;
    await post.locator('#view-count', { hasText: count }).waitFor();
  }
  const searchFrom = (address: string) => ({ 'x-forwarded-for': address });
  const list = await product.openPage('/blog', {
    ...reader,
    extraHTTPHeaders: searchFrom('192.0.2.1'),
  });
  await list.getByRole('searchbox').fill('Subtitles');
  await list.waitForURL(/search=/);
  await list.getByText('No posts found matching your criteria.').waitFor();
  for (const [address, text] of [
    ['192.0.2.2', 'subtitles'],
    ['192.0.2.3', 'SUBTITLES'],
  ] as const)
    await fetch(`${product.app.origin}/blog?search=${text}`, {
      headers: { 'user-agent': reader.userAgent, ...searchFrom(address) },
    });
  /** Pretends to be several clients, with the header that the server sets for pages. */
  const search = (text: string, times: number) =>
    fetch(`${product.app.origin}/blog?search=${text}`, {
      headers: { 'user-agent': reader.userAgent, 'x-client-network': `192.0.2.${times}` },
    });
  for (let times = 0; times < 4; times += 1) await search('Lina', times);
  for (let times = 0; times < 4; times += 1) await search('ada@example.org', times);
  const home = await product.openPage('/');
  const downloader = downloaderOn(home);
  await downloader.extract(scenes.video.link);
  await downloader.found.waitFor();
  await downloader.verify();
  await downloader.save(downloader.downloads.first());
  await downloader.ready.waitFor();

  const page = await product.openPage('/admin/figures?days=7', asSignedIn(cookie));
  expect(await page.getByText(/^Threads can be read: yes, /).isVisible()).toBe(true);
  const figure = (name: RegExp) => page.getByRole('figure', { name });
  expect(
    await figure(/^Total: 2\. Highest: 2 /)
      .locator('svg g')
      .count(),
  ).toBe(7);
  await page.getByText('Show as a table: Views').click();
  const today = page.getByRole('table', { name: 'Views', exact: true }).getByRole('row').last();
  expect(await today.getByRole('cell').allTextContents()).toEqual(['2']);
  const row = (name: string) => page.getByRole('row', { name });
  expect(await row('A walk').getByRole('cell').first().textContent()).toBe('2');
  expect(await row('subtitles').getByRole('cell').first().textContent()).toBe('3');
  await page.getByRole('link', { name: /^Views by day\W+A walk$/ }).click();
  await page.getByRole('heading', { name: 'A walk', level: 1 }).waitFor();
  await page.getByText('Show as a table: Views').click();
  const byDay = page.getByRole('table', { name: 'Views', exact: true }).getByRole('row');
  expect(await byDay.count()).toBe(8);
  expect(await byDay.last().getByRole('cell').allTextContents()).toEqual(['2', '2']);
  await page.getByRole('link', { name: 'All posts' }).click();
  expect(await page.getByText('ada@example.org').count()).toBe(0);
  expect(await row('lina').count()).toBe(0);
  expect(await row('Videos').getByRole('cell').first().textContent()).toBe('1');
  expect(await row('Successful').last().getByRole('cell').first().textContent()).toBe('1');

  await page.getByRole('link', { name: '1 year' }).click();
  expect(
    await figure(/^Total: 2\. Highest: 2 /)
      .locator('svg g')
      .count(),
  ).toBeGreaterThanOrEqual(12);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, 'figures on a phone');
});
