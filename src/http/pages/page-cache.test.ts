import { expect, test } from 'vitest';
import { createPageCache } from './page-cache.ts';

const html = { 'content-type': 'text/html' };
const minuteMs = 60_000;

/** One URL whose renders the test resolves. */
function openPage() {
  const time = { now: 1 };
  const errors: unknown[] = [];
  const renders: PromiseWithResolvers<Response>[] = [];
  const waiting: (() => void)[] = [];
  const cache = createPageCache({ now: () => time.now, onError: (error) => void errors.push(error) });
  const find = async () => {
    const page = await cache.find('/', 'en', () => {
      const rendering = Promise.withResolvers<Response>();
      renders.push(rendering);
      waiting.shift()?.();
      return rendering.promise;
    });
    return page instanceof Response ? page.status : String(page.body);
  };
  const nextRender = () => new Promise<void>((resolve) => void waiting.push(resolve));
  const finish = (text: string, status = 200) =>
    renders.at(-1)?.resolve(new Response(text, { status, headers: html }));
  /** Stores a page and lets it become stale. */
  const becomeStale = async () => {
    const started = nextRender();
    const page = find();
    await started;
    finish('old');
    await page;
    time.now += minuteMs;
  };
  return { time, errors, renders, cache, find, nextRender, finish, becomeStale };
}

test('a stale page is sent at once while one request renders the new one', async () => {
  const { renders, cache, find, nextRender, finish, becomeStale } = openPage();
  await becomeStale();
  expect(cache.get('/')).toBe(undefined);
  const started = nextRender();
  expect(await find()).toBe('old');
  await started;
  expect(await find()).toBe('old');
  expect(String(cache.get('/')?.body)).toBe('old');
  finish('new');
  await expect.poll(find).toBe('new');
  expect(renders).toHaveLength(2);
});

test('a page is stale for at most ten minutes', async () => {
  const { time, cache, find, nextRender, finish, becomeStale } = openPage();
  await becomeStale();
  time.now += 10 * minuteMs + 1;
  const started = nextRender();
  const page = find();
  await started;
  expect(cache.get('/', true)).toBe(undefined);
  finish('new');
  expect(await page).toBe('new');
});

test('a change removes a stale page and the render that would replace it', async () => {
  const { cache, find, nextRender, finish, becomeStale } = openPage();
  await becomeStale();
  const refresh = nextRender();
  expect(await find()).toBe('old');
  await refresh;
  cache.invalidate(['en']);
  expect(cache.get('/', true)).toBe(undefined);
  finish('rendered before the change');
  const started = nextRender();
  const page = find();
  await started;
  finish('new');
  expect(await page).toBe('new');
});

test('if a stale page cannot be rendered it stays, and if it is gone it goes', async () => {
  const { renders, errors, cache, find, nextRender, finish, becomeStale } = openPage();
  await becomeStale();
  const refresh = async (end: () => void) => {
    const started = nextRender();
    expect(await find()).toBe('old');
    await started;
    end();
    await expect.poll(() => cache.get('/')).toBe(undefined);
  };
  const failure = new Error('the database is away');
  await refresh(() => renders.at(-1)?.reject(failure));
  expect(errors).toEqual([failure]);
  await refresh(() => finish('', 503));
  await refresh(() => finish('', 404));
  expect(cache.get('/', true)).toBe(undefined);
});

test('an overloaded server sends a stale page without rendering it', async () => {
  const { renders, cache, becomeStale } = openPage();
  await becomeStale();
  expect(String(cache.get('/', true)?.body)).toBe('old');
  expect(renders).toHaveLength(1);
});

/** Requests one URL concurrently and counts the renders. */
async function requestConcurrently(responses: Response[]) {
  const cache = createPageCache({ now: () => 0, onError: () => undefined });
  let rendered = 0;
  const findPage = (response: Response) =>
    cache.find('/', 'en', async () => {
      rendered += 1;
      return response;
    });
  return { found: await Promise.all(responses.map(findPage)), rendered };
}

test('a public page is rendered once for concurrent requests', async () => {
  const { found, rendered } = await requestConcurrently(
    ['one', 'two', 'three'].map((text) => new Response(text, { headers: html })),
  );
  expect(found.map((page) => (page instanceof Response ? page : String(page.body)))).toEqual(
    Array.from({ length: 3 }, () => 'one'),
  );
  expect(rendered).toBe(1);
});

test('a personal response is not shared with concurrent requests', async () => {
  const personalResponses = ['a', 'b'].map(
    (name) => new Response(name, { headers: { ...html, 'set-cookie': name } }),
  );
  expect((await requestConcurrently(personalResponses)).found).toEqual(personalResponses);
  const notModified = new Response(null, { status: 304 });
  const image = new Response('card', { headers: { 'content-type': 'image/png' } });
  expect((await requestConcurrently([notModified, image])).found).toEqual([notModified, image]);
});
