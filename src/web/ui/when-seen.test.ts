import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type SeenPage, whenSeen } from './when-seen.ts';

class Page extends EventTarget implements SeenPage {
  visibilityState: DocumentVisibilityState = 'visible';
  prerendering = false;
}

/** A page and how often it was seen. */
function openPage(state: Partial<Pick<Page, 'visibilityState' | 'prerendering'>> = {}) {
  const page = Object.assign(new Page(), state);
  let seen = 0;
  const callOff = whenSeen(page, () => {
    seen += 1;
  });
  return { page, callOff, seen: () => seen };
}

/** Timers run in the order of their moments, so one without delay has run before this one. */
const turns = () => setTimeout(2);

test('a page in front of somebody is seen once, whatever happens to it later', async () => {
  const { page, seen } = openPage();
  expect(seen()).toBe(0);
  await turns();
  expect(seen()).toBe(1);
  page.dispatchEvent(new Event('visibilitychange'));
  expect(seen()).toBe(1);
});

test('a page in a tab behind is seen when its tab is opened', async () => {
  const { page, seen } = openPage({ visibilityState: 'hidden' });
  await turns();
  page.dispatchEvent(new Event('visibilitychange'));
  expect(seen()).toBe(0);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(seen()).toBe(1);
});

test('a page rendered ahead is seen when it is gone to', async () => {
  const { page, seen } = openPage({ prerendering: true });
  await turns();
  expect(seen()).toBe(0);
  page.prerendering = false;
  page.dispatchEvent(new Event('prerenderingchange'));
  expect(seen()).toBe(1);
});

test('a call that is taken back at once, as React does in its strict mode, leaves the other one', async () => {
  const first = openPage();
  first.callOff();
  await turns();
  first.page.dispatchEvent(new Event('visibilitychange'));
  expect(first.seen()).toBe(0);
});
