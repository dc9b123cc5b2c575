import { expect, test } from 'vitest';
import { keepCards } from './keep-cards.ts';

const card = (heading: string) => ({ lang: 'en', brand: 'Brand', tagline: 'Tagline', heading });

/** Pictures that are their own heading, and how many were drawn. */
function countingDrawer() {
  const drawn: string[] = [];
  const draw = keepCards(async ({ heading }) => {
    drawn.push(heading);
    if (heading === 'faulty' && drawn.length === 1) throw new Error('no pen');
    return Buffer.from(heading);
  });
  return { draw, drawn };
}

test('a card is drawn once for all who ask, at the same time or later', async () => {
  const { draw, drawn } = countingDrawer();
  const [one, two] = await Promise.all([draw(card('a')), draw(card('a'))]);
  expect(one).toBe(two);
  expect(await draw(card('a'))).toBe(one);
  await draw(card('b'));
  expect(drawn).toEqual(['a', 'b']);
});

test('a failure is not kept', async () => {
  const { draw } = countingDrawer();
  await expect(draw(card('faulty'))).rejects.toThrow('no pen');
  expect((await draw(card('faulty'))).toString()).toBe('faulty');
});

test('there is an end to what is kept: the cards asked for longest ago go first', async () => {
  const { draw, drawn } = countingDrawer();
  for (let number = 0; number <= 200; number += 1) await draw(card(`${number}`));
  await draw(card('200'));
  expect(drawn).toHaveLength(201);
  await draw(card('0'));
  expect(drawn).toHaveLength(202);
});
