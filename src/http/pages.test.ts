import { expect, test } from 'vitest';
import type { BlogChange } from '#blog/contract.ts';
import { startEdge } from '#test/support/start-edge.ts';
import { publicCacheControl } from './contract.ts';
import type { WebHandler } from './pages.ts';

type Change = Omit<BlogChange, 'articleId'>;

async function startPages(web: WebHandler) {
  const listeners: ((change: BlogChange) => void)[] = [];
  const edge = await startEdge({ web, parts: { onBlogChange: (listener) => void listeners.push(listener) } });
  return {
    ...edge,
    ask: (path: string, init: RequestInit = {}) => fetch(edge.origin + path, init),
    change: (change: Change) => {
      for (const listener of listeners) listener({ articleId: null, ...change });
    },
  };
}

/** Pages that say how often they were rendered. */
function countingPages(headers: Record<string, string> = {}) {
  let rendered = 0;
  const web: WebHandler = async () => {
    rendered += 1;
    return new Response(`rendering ${rendered}`, { headers: { 'content-type': 'text/html', ...headers } });
  };
  return { web, count: () => rendered };
}

test('a kept page may lie in shared caches, and is compared by its tag', async () => {
  await using pages = await startPages(countingPages().web);
  const first = await pages.ask('/blog');
  expect(first.headers.get('cache-control')).toBe(
    'public, max-age=0, s-maxage=300, stale-while-revalidate=86400',
  );
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{22}(-br|-gzip)?"$/);
  const again = await pages.ask('/blog', { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
  expect(again.headers.get('cache-control')).toBe(publicCacheControl);
});

test('a kept page is answered as the first time, header for header', async () => {
  const { web, count } = countingPages({ 'content-security-policy': "default-src 'self'" });
  await using pages = await startPages(web);
  const seen = async (init: RequestInit) => {
    const answer = await pages.ask('/de/blog?page=2', init);
    const ofTheConnection = ['date', 'connection', 'keep-alive'];
    const headers = [...answer.headers].filter(([name]) => !ofTheConnection.includes(name));
    return { status: answer.status, headers: headers.sort(), text: await answer.text() };
  };
  const first = await seen({});
  expect(await seen({})).toEqual(first);
  expect(await seen({ method: 'HEAD' })).toMatchObject({ ...first, text: '' });
  expect(count()).toBe(1);
});

test('a kept page is refused to a form of another site as any other is', async () => {
  await using pages = await startPages(countingPages().web);
  expect((await pages.ask('/')).status).toBe(200);
  expect((await pages.ask('/', { headers: { origin: 'https://evil.example' } })).status).toBe(403);
});

test('a file for programs is forgotten with any language: it may speak of all of them', async () => {
  const { web, count } = countingPages();
  await using pages = await startPages(web);
  for (const locale of ['de', 'en'] as const) {
    await pages.ask('/sitemap-de.xml');
    pages.change({ locales: [locale] });
  }
  await pages.ask('/sitemap-de.xml');
  pages.change({ locales: [] });
  await pages.ask('/sitemap-de.xml');
  expect(count()).toBe(3);
});

test('of posts that only name another language their own pages are forgotten, whatever they are asked with', async () => {
  await using pages = await startPages(countingPages().web);
  const paths = ['/blog/a-boat', '/blog/a-boat?page=2', '/blog/a-boat-2', '/blog', '/th/blog/%E0%B8%81'];
  const words = async () => Promise.all(paths.map(async (path) => (await pages.ask(path)).text()));
  const before = await words();
  const siblings = [{ locale: 'en', slug: 'a-boat' } as const, { locale: 'th', slug: 'ก' } as const];
  pages.change({ locales: ['de'], siblings });
  expect((await words()).map((text, place) => text !== before[place])).toEqual([
    ...[true, true, false, false, true],
  ]);
});

test('a change of the blog forgets the pages of its languages, and only these', async () => {
  await using pages = await startPages(countingPages().web);
  const paths = ['/', '/blog', '/blog?page=2', '/de/blog', '/de/blog?page=2', '/th', '/about'];
  const words = async () => Promise.all(paths.map(async (path) => (await pages.ask(path)).text()));
  const before = await words();
  expect(await words()).toEqual(before);
  pages.change({ locales: ['de', 'th'] });
  const after = await words();
  expect(after.map((text, place) => text !== before[place])).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
    false,
  ]);
  pages.change({ locales: ['en'] });
  expect((await words()).map((text, place) => text !== after[place])).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    true,
  ]);
});

test('a rendering that began before a change is given to who waited for it, and to nobody else', async () => {
  const renderings: PromiseWithResolvers<string>[] = [];
  let began = Promise.withResolvers<void>();
  await using pages = await startPages(async () => {
    const rendering = Promise.withResolvers<string>();
    renderings.push(rendering);
    began.resolve();
    return new Response(await rendering.promise, { headers: { 'content-type': 'text/html' } });
  });
  const early = pages.ask('/de/blog');
  await began.promise;
  began = Promise.withResolvers();
  pages.change({ locales: ['de'] });
  const late = pages.ask('/de/blog');
  await began.promise;

  renderings[1]?.resolve('new');
  expect(await (await late).text()).toBe('new');
  renderings[0]?.resolve('old');
  expect(await (await early).text()).toBe('old');
  expect(await (await pages.ask('/de/blog')).text()).toBe('new');
  expect(renderings).toHaveLength(2);
});

test('a rendering under way in another language is kept', async () => {
  const gate = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  const { web, count } = countingPages();
  await using pages = await startPages(async (request) => {
    began.resolve();
    await gate.promise;
    return web(request);
  });
  const french = pages.ask('/fr/blog');
  await began.promise;
  pages.change({ locales: ['de', 'en'] });
  gate.resolve();
  await (await french).text();
  await pages.ask('/fr/blog');
  expect(count()).toBe(1);
});

test.each(['?page=2', '?page=10', '?page=9999', '?', ''])(
  'a page asked for with "%s" is kept',
  async (query) => {
    const { web, count } = countingPages();
    await using pages = await startPages(web);
    for (let i = 0; i < 2; i += 1) expect((await pages.ask(`/blog${query}`)).status).toBe(200);
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
])('a page asked for with "%s" is rendered each time, and only its visitor keeps it', async (query) => {
  const { web, count } = countingPages();
  await using pages = await startPages(web);
  const first = await pages.ask(`/blog${query}`);
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  await pages.ask(`/blog${query}`);
  expect(count()).toBe(2);
});

test('a page with filters is compressed and compared too', async () => {
  const html = 'a list '.repeat(500);
  await using pages = await startPages(
    async () => new Response(html, { headers: { 'content-type': 'text/html' } }),
  );
  const first = await pages.ask('/blog?tag=video', { headers: { 'accept-encoding': 'gzip' } });
  expect(first.headers.get('content-encoding')).toBe('gzip');
  expect(await first.text()).toBe(html);
  const headers = { 'accept-encoding': 'gzip', 'if-none-match': first.headers.get('etag') ?? '' };
  expect((await pages.ask('/blog?tag=video', { headers })).status).toBe(304);
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
])('what %s goes through as it is', async (_name, headers: Record<string, string>) => {
  const { web, count } = countingPages(headers);
  await using pages = await startPages(web);
  for (const query of ['', '?tag=video']) {
    const answers = [await pages.ask(`/de${query}`), await pages.ask(`/de${query}`)];
    for (const answer of answers) {
      for (const [name, value] of Object.entries(headers)) expect(answer.headers.get(name)).toBe(value);
      expect(answer.headers.get('etag')).toBe(null);
    }
  }
  expect(count()).toBe(4);
});

test.each(['application/rss+xml; charset=utf-8', 'application/feed+json', 'application/xml', 'text/plain'])(
  'what programs read as %s is kept as pages are',
  async (type) => {
    const { web, count } = countingPages({ 'content-type': type });
    await using pages = await startPages(web);
    const first = await pages.ask('/de/feed');
    expect(first.headers.get('cache-control')).toBe(publicCacheControl);
    expect(first.headers.get('content-type')).toBe(type);
    const known = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await pages.ask('/de/feed', { headers: known })).status).toBe(304);
    expect(count()).toBe(1);
    pages.change({ locales: ['de'] });
    await pages.ask('/de/feed');
    expect(count()).toBe(2);
  },
);

test('a page that others may wait for does not end with the visitor who asked first', async () => {
  const gate = Promise.withResolvers<void>();
  const begun: Record<string, PromiseWithResolvers<AbortSignal>> = {
    '': Promise.withResolvers(),
    '?tag=x': Promise.withResolvers(),
  };
  await using pages = await startPages(async ({ url, signal }) => {
    begun[new URL(url).search]?.resolve(signal);
    await gate.promise;
    return new Response('whole', { headers: { 'content-type': 'text/html' } });
  });
  const leave = async (query: string) => {
    const visitor = new AbortController();
    const asked = pages.ask(`/${query}`, { signal: visitor.signal });
    const signal = await begun[query]?.promise;
    visitor.abort();
    await expect(asked).rejects.toThrow('aborted');
    return signal;
  };
  const shared = await leave('');
  const own = await leave('?tag=x');
  // Once the server has seen the second one leave, it has seen the first.
  await new Promise<void>((resolve) => {
    if (own?.aborted) resolve();
    else own?.addEventListener('abort', () => resolve());
  });
  expect(shared?.aborted).toBe(false);
  const patient = pages.ask('/');
  gate.resolve();
  expect(await (await patient).text()).toBe('whole');
});

test.each(['/blog/x%ff', '/%', '/de/%E0%A4%A'])(
  '%s, which is no escape, is a page like any other',
  async (path) => {
    await using pages = await startPages(countingPages().web);
    expect((await pages.ask(path)).status).toBe(200);
  },
);

test.each(['/admin/blog', '/%61dmin/blog', '/ADMIN.data'])('%s is never kept', async (path) => {
  const { web, count } = countingPages();
  await using pages = await startPages(web);
  expect((await pages.ask(path)).headers.get('cache-control')).toBe('private, no-store');
  await pages.ask(path);
  expect(count()).toBe(2);
});
