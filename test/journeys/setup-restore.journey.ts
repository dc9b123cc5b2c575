import type { Page } from 'playwright';
import { afterAll, expect, test } from 'vitest';
import type { DataJob } from '#backup/data-job-contract.ts';
import { callAdminApi, signInAsOwner } from '#test/support/admin-session.ts';
import { openProduct, stopProducts } from '#test/support/open-product.ts';
import { createSaveRequest } from '#test/support/start-admin-server.ts';
import type { RunningApp } from '#test/support/start-app.ts';
import { ownerPassword } from '#test/support/start-data-server.ts';

afterAll(stopProducts);

async function createBackup(app: RunningApp, cookie: string): Promise<Buffer> {
  await callAdminApi(app, cookie, 'POST /data/jobs', { body: { kind: 'backup', password: ownerPassword } });
  let job: DataJob | null = null;
  await expect
    .poll(async () => {
      ({ job } = await callAdminApi<{ job: DataJob }>(app, cookie, 'GET /data/jobs'));
      return job.phase;
    })
    .toBe('done');
  const url = `${app.origin}/api/admin/data/jobs/${(job as DataJob | null)?.id}/file`;
  return Buffer.from(await (await fetch(url, { headers: { cookie } })).arrayBuffer());
}

/** Also of later pages. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  const listen = () =>
    addEventListener(
      'click',
      () => sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks') ?? 0) + 1)),
      true,
    );
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return () => page.evaluate(() => Number(sessionStorage.getItem('clicks')));
}

/** From the start of the new machine to the old site, with the demo's data. */
const maxRestoreMs = 60_000;

const readSetupPath = (app: RunningApp) =>
  /(\/admin\/set-up\?token=\S+)/.exec(app.output.join('\n'))?.[1] ?? '';
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('without JavaScript, the page for the first account names the command of a restore', async () => {
  await using old = await openProduct({ SEED: 'demo' });
  const page = await old.openPage(readSetupPath(old.app), { javaScriptEnabled: false });
  await page.getByRole('button', { name: 'Create account' }).waitFor();
  // Playwright finds no text in `noscript`.
  expect(await page.locator('noscript p').textContent()).toContain('npm run restore -- FILE --replace');
  expect(await page.getByLabel('Backup file').isVisible()).toBe(false);
});

test('a backup brings an old site to a new machine in a minute and four clicks, the one of signing in included', {
  timeout: 3 * maxRestoreMs,
}, async () => {
  await using old = await openProduct({ SEED: 'demo' });
  const cookie = await signInAsOwner(old.app);
  await callAdminApi(old.app, cookie, 'POST /posts', {
    body: createSaveRequest({ title: 'From the old machine', status: 'published' }, { mode: 'publish' }),
  });
  const backup = await createBackup(old.app, cookie);

  const startedAt = performance.now();
  await using fresh = await openProduct({ SEED: 'welcome' });
  const path = readSetupPath(fresh.app);
  const page = await fresh.openPage(path);
  await page.getByRole('heading', { name: 'Create the owner account' }).waitFor();
  const clicks = await countClicks(page);
  const chooser = page.waitForEvent('filechooser');
  await page.getByLabel('Backup file').click();
  const file = { name: 'unspool.backup.gz', mimeType: 'application/gzip', buffer: backup };
  await (await chooser).setFiles(file);
  const preview = panel(page, 'What the restore would change');
  await preview.getByRole('listitem').filter({ hasText: 'From the old machine' }).waitFor();
  await preview.getByRole('listitem').filter({ hasText: 'ada@example.org' }).getByText('Added').waitFor();
  await preview.getByRole('button', { name: 'Restore now' }).click();
  const restored = panel(page, 'The backup has been restored');
  await restored.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password').fill(ownerPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'From the old machine' }).first().waitFor();
  expect(performance.now() - startedAt).toBeLessThan(maxRestoreMs);
  expect(await clicks()).toBeLessThanOrEqual(4);

  const blog = await (await fetch(`${fresh.app.origin}/blog`)).text();
  expect(blog).toContain('From the old machine');
  // The link has become useless, and so has its token.
  expect((await fetch(fresh.app.origin + path)).status).toBe(404);
  await page.goto(`${fresh.app.origin}/admin/settings/history`);
  await page.getByRole('row', { name: /Set-up link The backup has been restored/ }).waitFor();
});
