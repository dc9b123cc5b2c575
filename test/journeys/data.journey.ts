import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { afterAll, expect, test } from 'vitest';
import { asSignedIn, callAdminApi, signInAsOwner } from '#test/support/admin-session.ts';
import { openProduct, stopProducts } from '#test/support/open-product.ts';
import { createSaveRequest } from '#test/support/start-admin-server.ts';
import { ownerPassword } from '#test/support/start-data-server.ts';

afterAll(stopProducts);

async function download(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const started = page.waitForEvent('download');
  await page.getByRole('link', { name: /^Download \(/ }).click();
  const file = await started;
  return {
    name: file.suggestedFilename(),
    mimeType: 'application/octet-stream',
    buffer: await buffer(await file.createReadStream()),
  };
}

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('an owner backs up, changes something, restores after a dry run, and signs in again', async () => {
  await using product = await openProduct({ SEED: 'none' });
  const { app } = product;
  const cookie = await signInAsOwner(app).catch(async () => null);
  const page = await product.openPage('/admin/data', cookie ? asSignedIn(cookie) : {});
  if (cookie === null) throw new Error('no owner');
  const publish = (title: string) =>
    callAdminApi(app, cookie, 'POST /posts', {
      body: createSaveRequest({ title, status: 'published' }, { mode: 'publish' }),
    });
  await publish('In the backup');
  const backupPanel = panel(page, 'Back up the site');
  await backupPanel.getByLabel('Password').fill('not my password');
  await backupPanel.getByRole('button', { name: 'Create backup' }).click();
  await page.getByRole('alert').getByText('Your current password is wrong').waitFor();
  await backupPanel.getByLabel('Password').fill(ownerPassword);
  await backupPanel.getByRole('button', { name: 'Create backup' }).click();
  await panel(page, 'The backup is ready').waitFor();
  const file = await download(page);
  await publish('Later');

  await page.getByLabel('Backup file').setInputFiles(file);
  await panel(page, 'Restore a backup').getByRole('button', { name: 'Upload and check' }).click();
  const preview = panel(page, 'What the restore would change');
  await preview.getByText('All sessions end, including yours.').waitFor();
  await preview.getByRole('listitem').filter({ hasText: 'Later' }).getByText('Removed').waitFor();
  expect(await preview.getByRole('listitem').filter({ hasText: 'In the backup' }).count()).toBe(0);
  await preview.getByRole('checkbox').check();
  await preview.getByLabel('Password').fill(ownerPassword);
  await preview.getByRole('button', { name: 'Restore now' }).click();
  const restored = panel(page, 'The backup has been restored');
  await restored.waitFor();
  const posts = await (await fetch(`${app.origin}/api/blog/posts?locale=en`)).text();
  expect(posts).toContain('In the backup');
  expect(posts).not.toContain('Later');
  const blog = await (await fetch(`${app.origin}/blog`)).text();
  expect(blog).toContain('In the backup');
  expect(blog).not.toContain('Later');
  await restored.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password').fill(ownerPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Blog' }).first().waitFor();

  const replaced = readdirSync(app.dataDir).filter((name) => /^unspool-.*-replaced\.backup\.gz$/.test(name));
  expect(replaced).toHaveLength(1);
  expect(gunzipSync(readFileSync(join(app.dataDir, replaced[0] ?? ''))).toString()).toContain(
    '"title":"Later"',
  );
  await page.goto(`${app.origin}/admin/settings/history`);
  await page.getByRole('row', { name: /Ada The backup has been restored/ }).waitFor();
  expect(readdirSync(join(app.dataDir, 'archives', 'jobs'))).toEqual([]);
});
