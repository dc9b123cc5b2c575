import { expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { downloaderOn, words } from '#test/support/downloader-page.ts';
import { openProduct } from '#test/support/open-product.ts';
import { startApp } from '#test/support/start-app.ts';

const plain = { javaScriptEnabled: false };

test('the whole job works with JavaScript off', async () => {
  await using product = await openProduct();
  const page = await product.visit('/', plain);
  const downloader = downloaderOn(page);
  await downloader.extract(scenes.photo.link);
  await downloader.found.waitFor();
  expect(await page.getByRole('link', { name: /^Download / }).count()).toBe(0);

  const { left, right } = await downloader.sum();
  await downloader.type(String(left + right + 1));
  await downloader.found.waitFor();
  expect(await page.getByRole('link', { name: /^Download / }).count()).toBe(0);

  await downloader.verify();
  const saved = await downloader.save(page.getByRole('link', { name: /^Download / }).first());
  const { expected } = scenes.photo;
  expect('items' in expected && expected.items[0]?.sha256).toBe(saved.sha256);
  expect(saved.name).toMatch(/^threads-image-1-\d{13}\.webp$/);

  await page.getByRole('button', { name: 'Download Another' }).click();
  await downloader.field.waitFor();
});

test('a problem is worded without JavaScript too, and the link stays in the field', async () => {
  await using product = await openProduct();
  const page = await product.visit('/', plain);
  const downloader = downloaderOn(page);
  await downloader.extract(scenes.gone.link);
  await downloader.problem.waitFor();
  expect(await downloader.field.inputValue()).toBe(scenes.gone.link);
});

test('a file that cannot be had leads back to a page that says so', async () => {
  await using product = await openProduct();
  const page = await product.visit('/', plain);
  const downloader = downloaderOn(page);
  await downloader.extract(scenes.wrongType.link);
  await downloader.found.waitFor();
  await downloader.verify();
  await page
    .getByRole('link', { name: /^Download / })
    .first()
    .click();
  await downloader.problem.waitFor();
  expect(new URL(page.url()).searchParams.get('problem')).toBe('media.wrong_type');
});

test('the form works behind a proxy that speaks TLS to visitors', async () => {
  await using threads = await startFakeThreads();
  await using app = await startApp({ ...threads.environment, PUBLIC_ORIGIN: 'https://unspool.example' });
  const answer = await fetch(app.origin, {
    method: 'POST',
    headers: { origin: 'https://unspool.example', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ intent: 'extract', link: scenes.photo.link }),
  });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain(words.en['stage.verifying']);
});

test('no path, however odd, is written down', async () => {
  await using app = await startApp();
  const code = 'DAbCdEfGhIj';
  for (const path of [
    `/${code}`,
    `/t/${code}`,
    `/https://www.threads.com/@alma.demo/post/${code}%ff`,
    `/media%2F${code}`,
    `/x/${code}.php`,
  ]) {
    expect((await fetch(app.origin + path)).status, path).toBe(404);
  }
  await app.stop();
  expect(app.output.filter((line) => line.includes(code) || line.includes('alma'))).toEqual([]);
});
