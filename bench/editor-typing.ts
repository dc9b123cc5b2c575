/** Time from a key press to its frame, in the editor with a post of 20,000 words and 50 images. */
import type { CDPSession, Page } from 'playwright';
import sharp from 'sharp';
import type { StoredImage } from '#blog/contract.ts';
import { asSignedIn, callAdminApi, signInAsOwner } from '#test/support/admin-session.ts';
import { launchBrowser } from '#test/support/browser.ts';
import { type RunningApp, startApp } from '#test/support/start-app.ts';
import type { EditorPost } from '../src/blog/editing-contract.ts';
import { median, percentile, printTable } from './figures.ts';

const paragraphs = 400;
const wordsPerParagraph = 50;
const imageCount = 50;
const keys = 300;
/** In milliseconds; the editor's target. */
const limit = 50;

export async function measureEditor(): Promise<void> {
  await using app = await startApp({ LOG_LEVEL: 'info' });
  await using browser = await launchBrowser();
  const cookie = await signInAsOwner(app);
  const stored = await Promise.all([1, 2, 3, 4, 5].map((hue) => uploadImage(app, cookie, hue)));
  const { id } = await callAdminApi<EditorPost>(app, cookie, 'POST /posts', {
    body: {
      mode: 'save',
      locale: 'en',
      fields: { title: 'Long', content: longText(stored), status: 'draft' },
    },
  });
  const context = await browser.newContext({
    ...asSignedIn(cookie),
    viewport: { width: 1280, height: 900 },
  });
  const page = await context.newPage();
  await page.goto(`${app.origin}/admin/blog/${id}`);
  const text = page.getByRole('textbox', { name: 'Content', exact: true });
  await text.waitFor();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const rows: string[][] = [];
  for (const [position, paragraph] of [
    ['at the beginning', 0],
    ['in the middle', paragraphs / 2],
    ['at the end', paragraphs - 1],
  ] as const) {
    const line = text.locator('p', { hasText: `Paragraph ${paragraph} ` }).first();
    await line.scrollIntoViewIfNeeded();
    await line.click();
    await page.keyboard.press('End');
    const before = await readTaskSeconds(session);
    const times = await typeInto(page);
    const work = (await readTaskSeconds(session)) - before;
    const overLimit = times.filter((time) => time > limit).length;
    rows.push([
      position,
      `${median(times).toFixed(1)} ms`,
      `p95 ${percentile(times, 95).toFixed(1)} ms`,
      `max ${percentile(times, 99.9).toFixed(1)} ms`,
      `${overLimit} of ${times.length} over ${limit} ms`,
      `CPU ${((work * 1000) / times.length).toFixed(1)} ms per key`,
    ]);
  }
  printTable(
    `key press to frame, in a post of ${paragraphs * wordsPerParagraph} words and ${imageCount} images`,
    rows,
  );
}

/** CPU seconds of the page's main thread since the session started. */
async function readTaskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

async function typeInto(page: Page): Promise<number[]> {
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
  await page.keyboard.type('words '.repeat(Math.ceil(keys / 6)).slice(0, keys), { delay: 100 });
  return page.evaluate(() => (window as unknown as { stopTiming(): number[] }).stopTiming());
}

async function uploadImage(app: RunningApp, cookie: string, hue: number): Promise<StoredImage> {
  const background = { r: hue * 40, g: 120, b: 200 - hue * 30 };
  const bytes = await sharp({ create: { width: 1200, height: 675, channels: 3, background } })
    .png()
    .toBuffer();
  const response = await fetch(`${app.origin}/api/admin/pictures`, {
    method: 'POST',
    headers: { origin: app.origin, cookie, 'content-type': 'image/png' },
    body: new Uint8Array(bytes),
  });
  if (!response.ok) throw new Error(`the image was rejected: ${response.status}`);
  return (await response.json()) as StoredImage;
}

function longText(stored: readonly StoredImage[]): string {
  const filler = Array.from({ length: wordsPerParagraph - 2 }, (_, index) => `word${index}`).join(' ');
  const blocks = Array.from({ length: paragraphs }, (_, index) => {
    const { src, width, height } = stored[index % stored.length] as StoredImage;
    const figure = `<figure><img src="${src}" alt="A picture" width="${width}" height="${height}"></figure>`;
    const heading = index % 20 === 0 ? `<h2>Part ${index}</h2>` : '';
    return `${heading}<p>Paragraph ${index} ${filler}</p>${index % (paragraphs / imageCount) === 0 ? figure : ''}`;
  });
  return blocks.join('');
}
