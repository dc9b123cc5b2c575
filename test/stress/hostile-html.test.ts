import fc from 'fast-check';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sanitise } from '#blog/sanitise.ts';
import { enterAsOwner } from '#test/support/enter-admin.ts';
import { startFaultUpstream } from '#test/support/fault-media-upstream.ts';
import { hostileHtml } from '#test/support/hostile-html.ts';
import { openProduct, type Product } from '#test/support/open-product.ts';
import { deskSave } from '#test/support/start-desk-edge.ts';
import { stressRuns } from '#test/support/stress.ts';

const documents = fc.sample(hostileHtml, stressRuns(30, 3_000));
/** At once in a page, each in a frame of its own. */
const batchSize = 100;

let product: Product;
beforeAll(async () => {
  product = await openProduct();
});
afterAll(async () => {
  await product?.[Symbol.asyncDispose]();
});

/** Runs in every frame: notes in the top page which document it was that ran something. */
function noteWhoRuns(): void {
  const own = (): string => {
    let frame: Window = window;
    while (frame !== top && frame.parent !== top) frame = frame.parent;
    return frame === top ? 'page' : (frame.frameElement?.getAttribute('data-at') ?? 'page');
  };
  const everywhere = window as unknown as { ran(): void; whoRan?: Set<string> };
  if (window === top) everywhere.whoRan = new Set();
  everywhere.ran = () => void (top as unknown as { whoRan: Set<string> }).whoRan.add(own());
}

async function openContext(ownOrigin: string, bypassCSP: boolean) {
  const context = await product.browser.newContext({ bypassCSP, reducedMotion: 'reduce' });
  const elsewhere: string[] = [];
  await context.addInitScript(noteWhoRuns);
  await context.route('**', (route) => {
    const url = new URL(route.request().url());
    const isOwn = url.origin === ownOrigin || ['data:', 'blob:', 'about:'].includes(url.protocol);
    if (!isOwn) elsewhere.push(url.href);
    return isOwn ? route.continue() : route.abort();
  });
  context.on('dialog', (dialog) => {
    elsewhere.push(`a dialog: ${dialog.type()}`);
    void dialog.dismiss();
  });
  return { context, elsewhere };
}

const whoRan = (page: Page) =>
  page.evaluate(() => [...(window as unknown as { whoRan: Set<string> }).whoRan]);

/** The places of the documents that ran something in a page without any policy. */
async function runAll(context: BrowserContext, origin: string, htmls: readonly string[]): Promise<number[]> {
  const fired: number[] = [];
  for (let from = 0; from < htmls.length; from += batchSize) {
    const page = await context.newPage();
    await page.goto(`${origin}/blank`);
    await page.evaluate(
      async (batch) => {
        const loaded = batch.map((html, at) => {
          const frame = document.createElement('iframe');
          frame.dataset.at = String(at);
          frame.srcdoc = html;
          document.body.append(frame);
          return new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
        });
        // A document may load without end; what runs has begun by then.
        await Promise.race([Promise.all(loaded), new Promise((resolve) => setTimeout(resolve, 5_000))]);
        await new Promise((resolve) => setTimeout(resolve, 200));
      },
      htmls.slice(from, from + batchSize),
    );
    for (const at of await whoRan(page)) fired.push(from + Number(at));
    await page.close();
  }
  return fired;
}

/** Elements, attributes and addresses as the browser itself reads the text. */
async function readByBrowser(page: Page, htmls: readonly string[]): Promise<string[]> {
  const found = await page.evaluate((all) => {
    const seen = new Set<string>();
    for (const html of all) {
      for (const element of new DOMParser().parseFromString(html, 'text/html').body.querySelectorAll('*')) {
        seen.add(
          `${element.namespaceURI === 'http://www.w3.org/1999/xhtml' ? '' : 'foreign '}${element.localName}`,
        );
        for (const { name } of element.attributes) seen.add(`@${name}`);
        if (element instanceof HTMLAnchorElement && element.hasAttribute('href'))
          seen.add(`:${element.protocol}`);
      }
    }
    return [...seen];
  }, htmls);
  return found.sort();
}

const allowedElements =
  'p h1 h2 h3 h4 ul ol li blockquote pre code strong em u s sub sup a img figure figcaption table caption thead tbody tfoot tr th td hr br span';
const allowedAttributes = 'href rel src alt width height class start lang dir colspan rowspan scope';

test('of what runs in a browser as it was written, nothing runs once it is stored, with and without the policy', {
  timeout: 600_000,
}, async () => {
  await using plain = await startFaultUpstream();
  plain.on('/blank', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>x</title><body>');
  });
  const open = await openContext(plain.origin, true);
  const running = await runAll(open.context, plain.origin, documents);
  // Without this the test could not fail: most of what can run by itself does so here.
  expect(running.length).toBeGreaterThan(documents.length / 5);
  open.elsewhere.length = 0;
  const stored = documents.map(sanitise);
  expect(await runAll(open.context, plain.origin, stored)).toEqual([]);
  expect(open.elsewhere).toEqual([]);

  const page = await open.context.newPage();
  await page.goto(`${plain.origin}/blank`);
  const allowed = new Set([
    ...allowedElements.split(' '),
    ...allowedAttributes.split(' ').map((name) => `@${name}`),
    ...[':http:', ':https:', ':mailto:', ':tel:'],
  ]);
  expect((await readByBrowser(page, stored)).filter((each) => !allowed.has(each))).toEqual([]);
  await open.context.close();

  const cookie = await enterAsOwner(product.app);
  const { origin } = product.app;
  const paths: string[] = [];
  for (let from = 0; from < Math.min(running.length, stressRuns(20, 200)); from += 20) {
    // Those that ran, each as it is and as it is stored: one that ends in a comment would hide the others.
    const content = running
      .slice(from, from + 20)
      .map((at) => `${stored[at]}${documents[at]}<p>--&gt;</p>`)
      .reverse()
      .join('');
    const answer = await fetch(`${origin}/api/admin/posts`, {
      method: 'POST',
      headers: { cookie, origin, 'content-type': 'application/json' },
      body: JSON.stringify(
        deskSave(
          {
            title: `Post ${from} </title><script>ran()</script>`,
            excerpt: '"><img src=x onerror=ran()>',
            content,
            status: 'published',
          },
          { locale: 'en' },
        ),
      ),
    });
    expect(answer.status).toBe(201);
    const made = (await answer.json()) as { fields: { slug: string } };
    paths.push(`/blog/${made.fields.slug}`);
  }
  for (const bypassCSP of [true, false]) {
    const { context, elsewhere } = await openContext(origin, bypassCSP);
    const reader = await context.newPage();
    for (const path of [...paths, '/blog']) {
      const answer = await reader.goto(origin + path);
      expect(answer?.status(), path).toBe(200);
      expect(await whoRan(reader), path).toEqual([]);
    }
    expect(elsewhere).toEqual([]);
    await context.close();
  }
});
