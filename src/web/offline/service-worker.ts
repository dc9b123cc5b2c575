/**
 * Keeps the start page of each language that was visited, with what its first load needs, and shows it where the
 * network gives nothing. All else is the network's alone: no media, no answer of ours, no page of the administration.
 * The network always comes first, so that no old page outlives its build.
 *
 * One file that imports nothing: `scripts/service-worker.ts` builds it, and writes the build's mark into it.
 */
const build = '__BUILD__';
const prefix = 'start-';
const store = prefix + build;
const startPage = /^\/([a-z]{2})?$/;
/** What a start page names of its own files. */
const assetForm = /\/assets\/[\w./-]+\.(?:js|css|woff2)/g;
const icon = '/favicon.svg';

interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface AskedEvent extends LastingEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface WorkerScope {
  addEventListener(name: 'install' | 'activate', act: (event: LastingEvent) => void): void;
  addEventListener(name: 'fetch', act: (event: AskedEvent) => void): void;
  addEventListener(name: 'message', act: (event: LastingEvent & { data: unknown }) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
}
const worker = self as unknown as WorkerScope;

worker.addEventListener('install', (event) => event.waitUntil(takeOver()));
worker.addEventListener('activate', (event) => event.waitUntil(cleanUp()));
worker.addEventListener('message', (event) => {
  const { data } = event;
  if (typeof data === 'string' && startPage.test(data)) event.waitUntil(keep(data));
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  const isStart = request.mode === 'navigate' && startPage.test(pathname);
  if (isStart || pathname.startsWith('/assets/') || pathname === icon)
    event.respondWith(answer(request, pathname));
});

async function answer(request: Request, pathname: string): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    // Whatever the query of a start page: what it brought along is read by the page itself.
    const kept = await (await caches.open(store)).match(pathname, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}

/** Kept as a whole or not at all: the page itself comes last. */
async function keep(path: string): Promise<void> {
  const cache = await caches.open(store);
  if (await cache.match(path)) return;
  const page = await fetch(path, { credentials: 'omit' });
  if (!page.ok || page.redirected) return;
  const assets = (await page.clone().text()).match(assetForm) ?? [];
  await cache.addAll([...new Set(assets), icon]);
  await cache.put(path, page);
}

/** A new build keeps the languages that the one before it kept. */
async function takeOver(): Promise<void> {
  const paths = new Set<string>();
  for (const name of await olderStores()) {
    for (const { url } of await (await caches.open(name)).keys()) {
      const { pathname } = new URL(url);
      if (startPage.test(pathname)) paths.add(pathname);
    }
  }
  await Promise.all([...paths].map(keep));
  await worker.skipWaiting();
}

async function cleanUp(): Promise<void> {
  await Promise.all((await olderStores()).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function olderStores(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== store);
}
