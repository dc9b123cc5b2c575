import { expect, test } from 'vitest';
import type { BlogChange } from '#blog/contract.ts';
import { startTestServer } from '#test/support/start-server.ts';
import type { WebHandler } from '../context.ts';
import { publicCacheControl } from '../contract.ts';

type Change = Omit<BlogChange, 'articleId'>;

async function startPages(web: WebHandler) {
  const listeners: ((change: BlogChange) => void)[] = [];
  const server = await startTestServer({
    web,
    parts: { onBlogChange: (listener) => void listeners.push(listener) },
  });
  return {
    ...server,
    request: (path: string, init: RequestInit = {}) => fetch(server.origin + path, init),
    change: (change: Change) => {
      for (const listener of listeners) listener({ articleId: null, ...change });
    },
  };
}

/** Pages that show how often they were rendered. */
function countingPages(headers: Record<string, string> = {}) {
  let rendered = 0;
  const web: WebHandler = async () => {
    rendered += 1;
    return new Response(`rendering ${rendered}`, { headers: { 'content-type': 'text/html', ...headers } });
  };
  return { web, count: () => rendered };
}

test('a cached page may be stored by shared caches and is revalidated by ETag', async () => {
  await using pages = await startPages(countingPages().web);
  const first = await pages.request('/blog');
  expect(first.headers.get('cache-control')).toBe(
    'public, max-age=0, s-maxage=300, stale-while-revalidate=86400',
  );
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{22}"$/);
  const again = await pages.request('/blog', { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
  expect(again.headers.get('cache-control')).toBe(publicCacheControl);
});

test('a cached page has the same headers as the first response', async () => {
  const { web, count } = countingPages({ 'content-security-policy': "default-src 'self'" });
  await using pages = await startPages(web);
  const fetchSnapshot = async (init: RequestInit) => {
    const response = await pages.request('/de/blog?page=2', init);
    const connectionHeaders = ['date', 'connection', 'keep-alive'];
    const headers = [...response.headers]
      .filter(([name]) => !connectionHeaders.includes(name))
      .map(([name, value]) => [name, name === 'etag' ? value.replace(/^W\//, '') : value] as const);
    return { status: response.status, headers: headers.sort(), text: await response.text() };
  };
  const first = await fetchSnapshot({});
  expect(await fetchSnapshot({})).toEqual(first);
  expect(await fetchSnapshot({ method: 'HEAD' })).toMatchObject({ ...first, text: '' });
  expect(count()).toBe(1);
});

test('the first response is compressed fast and revalidates as the stored page, which is compressed fully', async () => {
  const html = Array.from({ length: 3000 }, (_, index) => `word ${index * 7919}`).join(' ');
  await using pages = await startPages(
    async () => new Response(html, { headers: { 'content-type': 'text/html' } }),
  );
  for (const encoding of ['br', 'gzip']) {
    const request = (headers = {}) =>
      pages.request(`/blog?page=${encoding.length}`, {
        headers: { 'accept-encoding': encoding, ...headers },
      });
    const size = ({ headers }: Response) => Number(headers.get('content-length'));
    const first = await request();
    expect(await first.text()).toBe(html);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(new RegExp(`^W/"[\\w-]{22}-${encoding}"$`));
    await expect.poll(async () => (await request()).headers.get('etag')).toBe(etag.slice(2));
    const stored = await request();
    expect(stored.headers.get('content-encoding')).toBe(encoding);
    expect(size(stored)).toBeLessThan(size(first));
    expect((await request({ 'if-none-match': etag })).status).toBe(304);
  }
});

test('a cached page is rejected for cross-origin requests like any other', async () => {
  await using pages = await startPages(countingPages().web);
  expect((await pages.request('/')).status).toBe(200);
  expect((await pages.request('/', { headers: { origin: 'https://evil.example' } })).status).toBe(403);
});

test('a file such as a sitemap is invalidated with any language', async () => {
  const { web, count } = countingPages();
  await using pages = await startPages(web);
  for (const locale of ['de', 'en'] as const) {
    await pages.request('/sitemap-de.xml');
    pages.change({ locales: [locale] });
  }
  await pages.request('/sitemap-de.xml');
  pages.change({ locales: [] });
  await pages.request('/sitemap-de.xml');
  expect(count()).toBe(3);
});

test('a change invalidates the pages of its languages and of the translations of the post', async () => {
  await using pages = await startPages(countingPages().web);
  const paths = [
    '/',
    '/blog',
    '/blog?page=2',
    '/de/blog',
    '/de/blog?page=2',
    '/th',
    '/about',
    '/blog/a-boat',
  ];
  paths.push('/blog/a-boat?page=2', '/blog/a-boat-2', '/fr/blog/%E0%B8%81');
  const fetchTexts = async () => Promise.all(paths.map(async (path) => (await pages.request(path)).text()));
  const listChanged = async (change: Change) => {
    const before = await fetchTexts();
    expect(await fetchTexts()).toEqual(before);
    pages.change(change);
    const after = await fetchTexts();
    return paths.filter((_, index) => after[index] !== before[index]);
  };
  expect(await listChanged({ locales: ['de', 'th'] })).toEqual(['/de/blog', '/de/blog?page=2', '/th']);
  expect(await listChanged({ locales: ['en'] })).toEqual([
    ...['/', '/blog', '/blog?page=2', '/about', '/blog/a-boat', '/blog/a-boat?page=2', '/blog/a-boat-2'],
  ]);
  const siblings = [{ locale: 'en', slug: 'a-boat' } as const, { locale: 'fr', slug: 'ก' } as const];
  expect(await listChanged({ locales: ['it'], siblings })).toEqual([
    ...['/blog/a-boat', '/blog/a-boat?page=2', '/fr/blog/%E0%B8%81'],
  ]);
});

test('a render started before a change is sent only to the requests that waited for it', async () => {
  const renderings: PromiseWithResolvers<string>[] = [];
  let renderStarted = Promise.withResolvers<void>();
  await using pages = await startPages(async () => {
    const rendering = Promise.withResolvers<string>();
    renderings.push(rendering);
    renderStarted.resolve();
    return new Response(await rendering.promise, { headers: { 'content-type': 'text/html' } });
  });
  const firstResponse = pages.request('/de/blog');
  await renderStarted.promise;
  renderStarted = Promise.withResolvers();
  pages.change({ locales: ['de'] });
  const secondResponse = pages.request('/de/blog');
  await renderStarted.promise;

  renderings[1]?.resolve('new');
  expect(await (await secondResponse).text()).toBe('new');
  renderings[0]?.resolve('old');
  expect(await (await firstResponse).text()).toBe('old');
  expect(await (await pages.request('/de/blog')).text()).toBe('new');
  expect(renderings).toHaveLength(2);
});

test('a render in flight in another language is kept', async () => {
  const barrier = Promise.withResolvers<void>();
  const renderStarted = Promise.withResolvers<void>();
  const { web, count } = countingPages();
  await using pages = await startPages(async (request) => {
    renderStarted.resolve();
    await barrier.promise;
    return web(request);
  });
  const french = pages.request('/fr/blog');
  await renderStarted.promise;
  pages.change({ locales: ['de', 'en'] });
  barrier.resolve();
  await (await french).text();
  await pages.request('/fr/blog');
  expect(count()).toBe(1);
});

test.each(['?page=2', '?page=10', '?page=9999', '?', ''])(
  'a page with the query "%s" is cached',
  async (query) => {
    const { web, count } = countingPages();
    await using pages = await startPages(web);
    for (let i = 0; i < 2; i += 1) expect((await pages.request(`/blog${query}`)).status).toBe(200);
    expect(count()).toBe(1);
  },
);

test.each([
  '?page=1',
  '?page=0',
  '?page=02',
  '?page=10000',
  '?page=2.0',
  '?page=-2',
  '?page=2&page=3',
  '?page=2&tag=video',
  '?tag=video&page=2',
  '?PAGE=2',
  '?page=2%0A',
  '?search=x',
])('a page with the query "%s" is rendered each time and cached only privately', async (query) => {
  const { web, count } = countingPages();
  await using pages = await startPages(web);
  const first = await pages.request(`/blog${query}`);
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  await pages.request(`/blog${query}`);
  expect(count()).toBe(2);
});

test('a page with filters is compressed and revalidated too', async () => {
  const html = 'a list '.repeat(500);
  await using pages = await startPages(
    async () => new Response(html, { headers: { 'content-type': 'text/html' } }),
  );
  const first = await pages.request('/blog?tag=video', { headers: { 'accept-encoding': 'gzip' } });
  expect(first.headers.get('content-encoding')).toBe('gzip');
  expect(await first.text()).toBe(html);
  const headers = { 'accept-encoding': 'gzip', 'if-none-match': first.headers.get('etag') ?? '' };
  expect((await pages.request('/blog?tag=video', { headers })).status).toBe(304);
});

test.each([
  ['sets a cookie', { 'set-cookie': 'a=b' }],
  ['calls itself private', { 'cache-control': 'private, max-age=60' }],
  ['may not be stored', { 'cache-control': 'no-store' }],
  ['is no text', { 'content-type': 'image/png' }],
  [
    'is for programs and names its own age',
    { 'content-type': 'text/plain', 'cache-control': 'public, max-age=3600' },
  ],
])('a response that %s passes through unchanged', async (_name, headers: Record<string, string>) => {
  const { web, count } = countingPages(headers);
  await using pages = await startPages(web);
  for (const query of ['', '?tag=video']) {
    const responses = [await pages.request(`/de${query}`), await pages.request(`/de${query}`)];
    for (const response of responses) {
      for (const [name, value] of Object.entries(headers)) expect(response.headers.get(name)).toBe(value);
      expect(response.headers.get('etag')).toBe(null);
    }
  }
  expect(count()).toBe(4);
});

test.each(['application/rss+xml; charset=utf-8', 'application/feed+json', 'application/xml', 'text/plain'])(
  'a response of type %s is cached like a page',
  async (type) => {
    const { web, count } = countingPages({ 'content-type': type });
    await using pages = await startPages(web);
    const first = await pages.request('/de/feed');
    expect(first.headers.get('cache-control')).toBe(publicCacheControl);
    expect(first.headers.get('content-type')).toBe(type);
    const known = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await pages.request('/de/feed', { headers: known })).status).toBe(304);
    expect(count()).toBe(1);
    pages.change({ locales: ['de'] });
    await pages.request('/de/feed');
    expect(count()).toBe(2);
  },
);

test('a shared render survives the disconnect of its first client', async () => {
  const barrier = Promise.withResolvers<void>();
  const started: Record<string, PromiseWithResolvers<AbortSignal>> = {
    '': Promise.withResolvers(),
    '?tag=x': Promise.withResolvers(),
  };
  await using pages = await startPages(async ({ url, signal }) => {
    started[new URL(url).search]?.resolve(signal);
    await barrier.promise;
    return new Response('whole', { headers: { 'content-type': 'text/html' } });
  });
  const disconnect = async (query: string) => {
    const controller = new AbortController();
    const responsePromise = pages.request(`/${query}`, { signal: controller.signal });
    const signal = await started[query]?.promise;
    controller.abort();
    await expect(responsePromise).rejects.toThrow('aborted');
    return signal;
  };
  const sharedSignal = await disconnect('');
  const privateSignal = await disconnect('?tag=x');
  // Once the server has seen the second disconnect, it has seen the first.
  await new Promise<void>((resolve) => {
    if (privateSignal?.aborted) resolve();
    else privateSignal?.addEventListener('abort', () => resolve());
  });
  expect(sharedSignal?.aborted).toBe(false);
  const secondResponse = pages.request('/');
  barrier.resolve();
  expect(await (await secondResponse).text()).toBe('whole');
});

test.each(['/blog/x%ff', '/%', '/de/%E0%A4%A'])(
  'the malformed path %s is served like any other',
  async (path) => {
    await using pages = await startPages(countingPages().web);
    expect((await pages.request(path)).status).toBe(200);
  },
);

test.each(['/admin/blog', '/%61dmin/blog', '/ADMIN.data'])('%s is never cached', async (path) => {
  const { web, count } = countingPages();
  await using pages = await startPages(web);
  expect((await pages.request(path)).headers.get('cache-control')).toBe('private, no-store');
  await pages.request(path);
  expect(count()).toBe(2);
});

test('an admin page is compressed, unless another site could learn from its length', async () => {
  const html = 'a list of posts '.repeat(500);
  await using pages = await startPages(
    async ({ method }) =>
      new Response(method === 'HEAD' ? null : html, { headers: { 'content-type': 'text/html' } }),
  );
  const getEncoding = async (site: string | null, init: RequestInit = {}) => {
    const { origin } = pages;
    const headers = { 'accept-encoding': 'br', ...(site && { 'sec-fetch-site': site }), origin };
    const response = await pages.request('/admin/blog', { headers, ...init });
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    if (init.method !== 'HEAD') expect(await response.text()).toBe(html);
    return response.headers.get('content-encoding');
  };
  for (const site of ['same-origin', 'none']) expect(await getEncoding(site)).toBe('br');
  for (const site of ['cross-site', 'same-site', null]) expect(await getEncoding(site)).toBe(null);
  for (const method of ['POST', 'HEAD']) expect(await getEncoding('same-origin', { method })).toBe(null);
});

test('a change in any language removes the cached page of an author, which links the languages', async () => {
  const { web, count } = countingPages();
  await using pages = await startPages(web);
  await pages.request('/de/blog/author/mira');
  await pages.request('/de/blog/mira');
  pages.change({ locales: ['th'] });
  await pages.request('/de/blog/mira');
  expect(count()).toBe(2);
  await pages.request('/de/blog/author/mira');
  expect(count()).toBe(3);
});

test('a browser gets a page for a form from another origin, a program gets JSON, and no request can ask for that page', async () => {
  const web: WebHandler = async ({ method, url, headers }) =>
    new Response(
      [method, new URL(url).pathname, headers.get('x-other-origin'), headers.get('cookie')].join(),
    );
  await using pages = await startPages(web);
  const send = async (path: string, accept: string) => {
    const headers = { origin: 'https://evil.example', accept, cookie: 'unspool-session=x' };
    return (await pages.request(path, { method: 'POST', headers, body: 'email=a' })).text();
  };
  const browser = 'text/html,application/xhtml+xml,*/*;q=0.8';
  expect(await send('/admin/people', browser)).toBe('GET,/admin/sign-in,yes,');
  expect(await send('/de/contact', browser)).toBe('GET,/de,yes,');
  expect(await send('/%ff', browser)).toBe('GET,/,yes,');
  expect(await send('/admin/people', '*/*')).toContain('"code":"request.foreign"');
  const own = await pages.request('/contact', { headers: { 'x-other-origin': 'yes' } });
  expect(await own.text()).toBe('GET,/contact,,');
});
