/** Time from a key press to its frame, in the editor with a post of 5,000 words. */
import type { Browser, Page } from 'playwright';
import { asSignedIn, callAdminApi, signInAsOwner } from '#test/support/admin-session.ts';
import { launchBrowser } from '#test/support/browser.ts';
import type { EditorPost } from '../src/blog/editing-contract.ts';
import { addFigure, check, percentile } from './figures.ts';
import { interleave, type Product, startProducts, type Trees } from './trees.ts';

const paragraphs = 100;
const wordsPerParagraph = 50;
const keys = 60;
const rounds = 3;
const keyPauseMs = 60;

export async function measureTyping(trees: Trees): Promise<void> {
  await using started = await startProducts(trees);
  await using browser = await launchBrowser();
  const sides = await Promise.all(started.products.map((app) => openEditor(browser, app)));
  // At the beginning, in the middle and at the end.
  const medians = await interleave(rounds, sides, async (page) => {
    const times: number[] = [];
    for (const paragraph of [0, paragraphs / 2, paragraphs - 1])
      times.push(...(await typeInto(page, paragraph)));
    return { p95: percentile(times, 95) };
  });
  addFigure(`typing in ${paragraphs * wordsPerParagraph} words, p95: ms to the frame`, medians('p95'), {
    most: 16,
  });
}

async function openEditor(browser: Browser, app: Product): Promise<Page> {
  const cookie = await signInAsOwner(app);
  const filler = Array.from({ length: wordsPerParagraph - 2 }, (_, index) => `word${index}`).join(' ');
  const content = Array.from(
    { length: paragraphs },
    (_, index) => `${index % 20 === 0 ? `<h2>Part ${index}</h2>` : ''}<p>Paragraph ${index} ${filler}</p>`,
  ).join('');
  const { id } = await callAdminApi<EditorPost>(app, cookie, 'POST /posts', {
    body: { mode: 'save', locale: 'en', fields: { title: 'Long', content, status: 'draft' } },
  });
  const context = await browser.newContext({
    ...asSignedIn(cookie),
    viewport: { width: 1280, height: 900 },
  });
  const page = await context.newPage();
  await page.goto(`${app.origin}/admin/blog/${id}`);
  return page;
}

async function typeInto(page: Page, paragraph: number): Promise<number[]> {
  await page.bringToFront();
  const text = page.getByRole('textbox', { name: 'Content', exact: true });
  const line = text.locator('p', { hasText: `Paragraph ${paragraph} ` }).first();
  await line.scrollIntoViewIfNeeded();
  await line.click();
  await page.keyboard.press('End');
  await page.evaluate(() => {
    const times: number[] = [];
    const onKeyDown = () => {
      const from = performance.now();
      // The message is delivered after the frame is drawn.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => times.push(performance.now() - from);
        port2.postMessage(null);
      });
    };
    addEventListener('keydown', onKeyDown, { capture: true });
    Object.assign(window, {
      stopTiming() {
        removeEventListener('keydown', onKeyDown, { capture: true });
        return times;
      },
    });
  });
  const typed = 'words '.repeat(keys / 6);
  await page.keyboard.type(typed, { delay: keyPauseMs });
  const times = await page.evaluate(() => (window as unknown as { stopTiming(): number[] }).stopTiming());
  check(
    'every key is drawn',
    times.length >= keys - 1 && ((await line.textContent()) ?? '').includes(typed.trim()),
  );
  return times;
}
