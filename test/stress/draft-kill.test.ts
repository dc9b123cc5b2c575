import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditorPost } from '#blog/editing-contract.ts';
import { asSignedIn, callAdminApi, signInAsOwner } from '#test/support/admin-session.ts';
import { connectBrowser, waitForHydration } from '#test/support/browser-page.ts';
import { freePort } from '#test/support/local-servers.ts';
import { type RunningApp, startApp, startAppIn } from '#test/support/start-app.ts';
import { emptyPostFields } from '#web/admin/editor/draft/post-fields.ts';

let browser: Awaited<ReturnType<typeof connectBrowser>>;

beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(async () => {
  await browser?.close();
});

const expectState = (page: Page, kind: string) => page.locator(`[data-save-state="${kind}"]`).waitFor();
const readTitle = async (app: RunningApp, cookie: string, id: string) =>
  (await callAdminApi<EditorPost>(app, cookie, `GET /posts/${id}`)).fields.title;

async function typeAtEnd(page: Page, text: string): Promise<void> {
  const title = page.getByLabel('Title', { exact: true });
  await title.press('End');
  await title.pressSequentially(text);
}

test('after kill -9 the server has every acknowledged save, and later edits arrive', async () => {
  const PORT = String(await freePort());
  await using first = await startApp({ PORT });
  const cookie = await signInAsOwner(first);
  const { id } = await callAdminApi<EditorPost>(first, cookie, 'POST /posts', {
    body: { mode: 'save', locale: 'en', fields: { ...emptyPostFields, title: 'Kill' } },
  });
  const context = await browser.newContext(asSignedIn(cookie));
  const page = await context.newPage();
  const acknowledged: string[] = [];
  page.on('response', async (response) => {
    if (response.request().method() !== 'PUT' || !response.ok()) return;
    acknowledged.push(((await response.json()) as EditorPost).fields.title);
  });
  await page.goto(`${first.origin}/admin/blog/${id}`);
  await waitForHydration(page);
  await typeAtEnd(page, ' one');
  await expect.poll(() => acknowledged.at(-1)).toBe('Kill one');
  await expectState(page, 'saved');
  const saving = page.waitForRequest((request) => request.method() === 'PUT');
  await typeAtEnd(page, ' two');
  await saving;
  process.kill(first.pid, 'SIGKILL');
  await typeAtEnd(page, ' three');
  await expectState(page, 'offline');
  // Stay offline: the page must not save before the test has read what survived the kill.
  await context.setOffline(true);
  const again = await startAppIn(first.dataDir, { PORT });
  const stored = await readTitle(again, cookie, id);
  expect(acknowledged.every((title) => stored.startsWith(title))).toBe(true);
  await context.setOffline(false);
  await expectState(page, 'saved');
  expect(await readTitle(again, cookie, id)).toBe('Kill one two three');
  await context.close();
  await again.stop();
});
