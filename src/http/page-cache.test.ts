import { expect, test } from 'vitest';
import { createPageCache } from './page-cache.ts';

const html = { 'content-type': 'text/html' };

/** Asks for one address as several visitors at once; how often it was rendered. */
async function askTogether(answers: Response[]) {
  const cache = createPageCache();
  let rendered = 0;
  const ask = (answer: Response) =>
    cache.find('/', 'en', async () => {
      rendered += 1;
      return answer;
    });
  return { found: await Promise.all(answers.map(ask)), rendered };
}

test('a page that is the same for all is rendered once for all who ask at once', async () => {
  const { found, rendered } = await askTogether(
    ['one', 'two', 'three'].map((text) => new Response(text, { headers: html })),
  );
  expect(found.map((page) => (page instanceof Response ? page : String(page.body)))).toEqual(
    Array.from({ length: 3 }, () => 'one'),
  );
  expect(rendered).toBe(1);
});

test("one visitor's answer is given to nobody else who asks at once", async () => {
  const own = ['a', 'b'].map((name) => new Response(name, { headers: { ...html, 'set-cookie': name } }));
  expect((await askTogether(own)).found).toEqual(own);
  const holding = new Response(null, { status: 304 });
  const whole = new Response('card', { headers: { 'content-type': 'image/png' } });
  expect((await askTogether([holding, whole])).found).toEqual([holding, whole]);
});
