import { expect, test } from 'vitest';
import { cacheShareCards } from './share-card.ts';

const createCard = (heading: string) => ({ lang: 'en', brand: 'Brand', tagline: 'Tagline', heading });

function createCountingRenderer() {
  const rendered: string[] = [];
  const draw = cacheShareCards(async ({ heading }) => {
    rendered.push(heading);
    if (heading === 'faulty' && rendered.length === 1) throw new Error('render failed');
    return Buffer.from(heading);
  });
  return { draw, rendered };
}

test('a card is rendered once for concurrent and later requests', async () => {
  const { draw, rendered } = createCountingRenderer();
  const [first, second] = await Promise.all([draw(createCard('a')), draw(createCard('a'))]);
  expect(first).toBe(second);
  expect(await draw(createCard('a'))).toBe(first);
  await draw(createCard('b'));
  expect(rendered).toEqual(['a', 'b']);
});

test('a failure is not cached', async () => {
  const { draw } = createCountingRenderer();
  await expect(draw(createCard('faulty'))).rejects.toThrow('render failed');
  expect((await draw(createCard('faulty'))).toString()).toBe('faulty');
});

test('the least recently used cards are evicted', async () => {
  const { draw, rendered } = createCountingRenderer();
  for (let number = 0; number <= 200; number += 1) await draw(createCard(`${number}`));
  await draw(createCard('200'));
  expect(rendered).toHaveLength(201);
  await draw(createCard('0'));
  expect(rendered).toHaveLength(202);
});
