/** From a key to the frame that shows it, in the editor's page with a post of 20,000 words and 50 pictures. */
import type { CDPSession, Page } from 'playwright';
import sharp from 'sharp';
import type { Picture } from '#blog/contract.ts';
import type { DeskDocument } from '#desk/contract.ts';
import { askDesk, asSignedIn } from '#test/support/admin-session.ts';
import { launchBrowser } from '#test/support/browser.ts';
import { enterAsOwner } from '#test/support/enter-admin.ts';
import { type RunningApp, startApp } from '#test/support/start-app.ts';
import { median, printTable } from './figures.ts';

const paragraphs = 400;
const wordsOfParagraph = 50;
const pictures = 50;
const keys = 300;
/** Milliseconds: what the editor promises. */
const limit = 50;

export async function measureEditor(): Promise<void> {
  await using app = await startApp({ LOG_LEVEL: 'info' });
  await using browser = await launchBrowser();
  const cookie = await enterAsOwner(app);
  const stored = await Promise.all([1, 2, 3, 4, 5].map((hue) => storePicture(app, cookie, hue)));
  const { id } = await askDesk<DeskDocument>(app, cookie, 'POST /posts', {
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
  for (const [place, paragraph] of [
    ['at the beginning', 0],
    ['in the middle', paragraphs / 2],
    ['at the end', paragraphs - 1],
  ] as const) {
    const line = text.locator('p', { hasText: `Paragraph ${paragraph} ` }).first();
    await line.scrollIntoViewIfNeeded();
    await line.click();
    await page.keyboard.press('End');
    const before = await workOf(session);
    const times = (await typeInto(page)).toSorted((a, b) => a - b);
    const work = (await workOf(session)) - before;
    const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
    const over = times.filter((time) => time > limit).length;
    rows.push([
      place,
      `${median(times).toFixed(1)} ms`,
      `p95 ${at(0.95).toFixed(1)} ms`,
      `most ${at(0.999).toFixed(1)} ms`,
      `${over} of ${times.length} over ${limit} ms`,
      `work ${((work * 1000) / times.length).toFixed(1)} ms a key`,
    ]);
  }
  printTable(
    `a key in a post of ${paragraphs * wordsOfParagraph} words and ${pictures} pictures, until its frame`,
    rows,
  );
}

/** Seconds the page's thread has worked since the session began: of its own time, whatever else the machine does. */
async function workOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

/** Words with spaces between them, as fast as someone who types 120 words a minute. */
async function typeInto(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = [];
    const heard = () => {
      const from = performance.now();
      // After the frame: its message comes when it has been drawn.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => times.push(performance.now() - from);
        port2.postMessage(null);
      });
    };
    addEventListener('keydown', heard, { capture: true });
    Object.assign(window, {
      takeTimes() {
        removeEventListener('keydown', heard, { capture: true });
        return times;
      },
    });
  });
  await page.keyboard.type('words '.repeat(Math.ceil(keys / 6)).slice(0, keys), { delay: 100 });
  return page.evaluate(() => (window as unknown as { takeTimes(): number[] }).takeTimes());
}

async function storePicture(app: RunningApp, cookie: string, hue: number): Promise<Picture> {
  const background = { r: hue * 40, g: 120, b: 200 - hue * 30 };
  const bytes = await sharp({ create: { width: 1200, height: 675, channels: 3, background } })
    .png()
    .toBuffer();
  const answer = await fetch(`${app.origin}/api/admin/pictures`, {
    method: 'POST',
    headers: { origin: app.origin, cookie, 'content-type': 'image/png' },
    body: new Uint8Array(bytes),
  });
  if (!answer.ok) throw new Error(`the picture was refused: ${answer.status}`);
  return (await answer.json()) as Picture;
}

function longText(stored: readonly Picture[]): string {
  const words = Array.from({ length: wordsOfParagraph - 2 }, (_, index) => `word${index}`).join(' ');
  const blocks = Array.from({ length: paragraphs }, (_, index) => {
    const { src, width, height } = stored[index % stored.length] as Picture;
    const picture = `<figure><img src="${src}" alt="A picture" width="${width}" height="${height}"></figure>`;
    const heading = index % 20 === 0 ? `<h2>Part ${index}</h2>` : '';
    return `${heading}<p>Paragraph ${index} ${words}</p>${index % (paragraphs / pictures) === 0 ? picture : ''}`;
  });
  return blocks.join('');
}
