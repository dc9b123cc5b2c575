/**
 * Serves visited home pages if the network fails. The network comes first, so no outdated page is shown.
 * Must not import anything: `scripts/service-worker.ts` emits this as one file and inserts the build id.
 */
const build = '__BUILD__';
const prefix = 'start-';
const cacheName = prefix + build;
const homePage = /^\/([a-z]{2})?$/;
const assetUrl = /\/assets\/[\w./-]+\.(?:js|css|woff2)/g;
const icon = '/favicon.svg';

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface WorkerFetchEvent extends WorkerEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
interface WorkerScope {
  addEventListener(name: 'install' | 'activate', handler: (event: WorkerEvent) => void): void;
  addEventListener(name: 'fetch', handler: (event: WorkerFetchEvent) => void): void;
  addEventListener(name: 'message', handler: (event: WorkerEvent & { data: unknown }) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
}
const worker = self as unknown as WorkerScope;

worker.addEventListener('install', (event) => event.waitUntil(migrateCaches()));
worker.addEventListener('activate', (event) => event.waitUntil(cleanUp()));
worker.addEventListener('message', (event) => {
  const { data } = event;
  if (typeof data === 'string' && homePage.test(data)) event.waitUntil(cacheHomePage(data));
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  const isHomePage = request.mode === 'navigate' && homePage.test(pathname);
  if (isHomePage || pathname.startsWith('/assets/') || pathname === icon)
    event.respondWith(fetchOrMatchCache(request, pathname));
});

async function fetchOrMatchCache(request: Request, pathname: string): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    // The query is ignored: the page itself reads it.
    const cachedResponse = await (await caches.open(cacheName)).match(pathname, { ignoreVary: true });
    if (cachedResponse) return cachedResponse;
    throw error;
  }
}

/** Stores the page after its assets, so that a partial failure leaves no page. */
async function cacheHomePage(path: string): Promise<void> {
  const cache = await caches.open(cacheName);
  if (await cache.match(path)) return;
  const page = await fetch(path, { credentials: 'omit' });
  if (!page.ok || page.redirected) return;
  const assets = (await page.clone().text()).match(assetUrl) ?? [];
  await cache.addAll([...new Set(assets), icon]);
  await cache.put(path, page);
}

async function migrateCaches(): Promise<void> {
  const paths = new Set<string>();
  for (const name of await listOldCaches()) {
    for (const { url } of await (await caches.open(name)).keys()) {
      const { pathname } = new URL(url);
      if (homePage.test(pathname)) paths.add(pathname);
    }
  }
  await Promise.all([...paths].map(cacheHomePage));
  await worker.skipWaiting();
}

async function cleanUp(): Promise<void> {
  await Promise.all((await listOldCaches()).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function listOldCaches(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName);
}
