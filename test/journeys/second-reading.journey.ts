import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditorPost } from '#blog/editing-contract.ts';
import { isReading, parseReadBlocks } from '#test/fakes/language-model/reading-response.ts';
import { type FakeModel, startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { asSignedIn, callAdminApi, signInAsOwner } from '#test/support/admin-session.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';
import { waitForRunEnd } from '#test/support/run-harness.ts';
import { createSaveRequest } from '#test/support/start-admin-server.ts';
import type { RunState } from '#translation/contract.ts';

const texts = ['Nobody saw the fox in the garden.', 'Never leave the gate open at night.'];
const lost = ['ทุกคนเห็นสุนัขจิ้งจอกในสวน', 'เปิดประตูรั้วทิ้งไว้ตอนกลางคืน'];
const better = 'ไม่มีใครเห็นสุนัขจิ้งจอกในสวน';
let model: FakeModel;
let product: Product;
let owner: string;
let id: string;

beforeAll(async () => {
  model = await startFakeModel();
  model.answer(({ instructions, text }) => {
    if (isReading(instructions)) return readAgain(text);
    return instructions.includes('into Thai') ? (lost[texts.indexOf(text)] ?? null) : null;
  });
  product = await openProduct({ ...model.environment, AI_REVIEW_MODEL: 'reader', AI_REVIEW_THRESHOLD: '60' });
  owner = await signInAsOwner(product.app);
  const body = createSaveRequest(
    { title: 'The fox', content: texts.map((text) => `<p>${text}</p>`).join('') },
    { locale: 'en' },
  );
  ({ id } = await callAdmin<EditorPost>('POST /posts', { body }));
  const run = await callAdmin<RunState>(`POST /posts/${id}/translations`, {
    body: { locales: ['de', 'th'] },
  });
  await waitForRunEnd(() => callAdmin<RunState>(`GET /runs/${run.id}`));
}, 90_000);
afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
  await model?.[Symbol.asyncDispose]();
});

function readAgain(data: string): string {
  return JSON.stringify({
    blocks: parseReadBlocks(data).map(({ id: block, translation }) => {
      const isLost = translation === lost[0];
      const faults = isLost ? [{ kind: 'meaning', source: 'Nobody', translation: 'ทุกคน' }] : [];
      return { id: block, score: isLost ? 20 : 96, faults, better: isLost ? better : '' };
    }),
  });
}

const callAdmin = <T>(line: string, options?: Parameters<typeof callAdminApi>[3]) =>
  callAdminApi<T>(product.app, owner, line, options);
const expectFocus = (page: Page, text: string) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(text);
const marks = (page: Page) => page.locator('mark').allTextContents();

test('an owner decides about what a second reading doubts, with one key each, and without JavaScript', async () => {
  const options = { ...asSignedIn(owner), javaScriptEnabled: false };
  const page = await product.openPage('/admin/review?language=th', options);
  await page.getByRole('link', { name: '2 to look at' }).click();
  await page.getByRole('heading', { name: 'Review: The fox' }).waitFor();
  await page.getByRole('link', { name: 'Thai: 20, 2 to look at' }).waitFor();
  await page.getByText('German: 96, nothing to look at').waitFor();
  expect(await marks(page)).toEqual([texts[0], lost[0], texts[1], lost[1]]);
  // From the list, the page opens at the language.
  await page.keyboard.press('Tab');
  await expectFocus(page, 'Fine as it is');
  await page.goto(page.url().replace('#th', ''));
  await expectFocus(page, 'Thai: 20, 2 to look at');
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Fine as it is');
  await page.keyboard.press('Tab');
  await expectFocus(page, 'Use the proposed text');
  await page.keyboard.press('Enter');
  await page.getByText('The new translation was saved.').waitFor();
  await page.getByRole('heading', { name: 'Thai: 50, 1 to look at' }).waitFor();
  await expectFocus(page, 'Fine as it is');
  await page.keyboard.press('Enter');
  await page.getByText('The translation was accepted.').waitFor();
  await page.getByRole('heading', { name: 'Thai: 96, nothing to look at' }).waitFor();
  const { blocks } = await callAdmin<{ blocks: { text: string; state: string }[] }>(
    `GET /posts/${id}/side-by-side/th`,
  );
  expect(blocks.filter(({ state }) => state === 'edited').map(({ text }) => text)).toEqual([better, lost[1]]);
});
