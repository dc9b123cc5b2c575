import { expect, test } from 'vitest';
import { createPageCache } from './page-cache.ts';

const html = { 'content-type': 'text/html' };

/** Requests one URL concurrently and counts the renders. */
async function requestConcurrently(responses: Response[]) {
  const cache = createPageCache();
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
