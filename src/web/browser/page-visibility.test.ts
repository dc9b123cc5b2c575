import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type VisibilityTarget, whenVisible } from './page-visibility.ts';

class Page extends EventTarget implements VisibilityTarget {
  visibilityState: DocumentVisibilityState = 'visible';
  prerendering = false;
}

function openPage(state: Partial<Pick<Page, 'visibilityState' | 'prerendering'>> = {}) {
  const page = Object.assign(new Page(), state);
  let seen = 0;
  const cancel = whenVisible(page, () => {
    seen += 1;
  });
  return { page, cancel, countCalls: () => seen };
}

/** Longer than the zero delay of the timer in `whenVisible`. */
const waitForTimers = () => setTimeout(2);

test('a visible page triggers the callback once', async () => {
  const { page, countCalls } = openPage();
  expect(countCalls()).toBe(0);
  await waitForTimers();
  expect(countCalls()).toBe(1);
  page.dispatchEvent(new Event('visibilitychange'));
  expect(countCalls()).toBe(1);
});

test('a page in a background tab triggers the callback when the tab is opened', async () => {
  const { page, countCalls } = openPage({ visibilityState: 'hidden' });
  await waitForTimers();
  page.dispatchEvent(new Event('visibilitychange'));
  expect(countCalls()).toBe(0);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(countCalls()).toBe(1);
});

test('a prerendered page triggers the callback when it is activated', async () => {
  const { page, countCalls } = openPage({ prerendering: true });
  await waitForTimers();
  expect(countCalls()).toBe(0);
  page.prerendering = false;
  page.dispatchEvent(new Event('prerenderingchange'));
  expect(countCalls()).toBe(1);
});

test("a cancelled call never runs, as in React's strict mode", async () => {
  const first = openPage();
  first.cancel();
  await waitForTimers();
  first.page.dispatchEvent(new Event('visibilitychange'));
  expect(first.countCalls()).toBe(0);
});
