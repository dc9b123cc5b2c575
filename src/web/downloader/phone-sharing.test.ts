import { afterEach, expect, test } from 'vitest';
import { shareFile } from './phone-sharing.ts';

const file = new File(['-'], 'a.jpg', { type: 'image/jpeg' });

/** Node has a navigator, but no menu. */
function standInMenu(share: () => Promise<void>): void {
  Object.assign(navigator, { share });
}
afterEach(() => {
  Reflect.deleteProperty(navigator, 'share');
});

test('a second tap while the menu is open changes nothing, and the first one ends as ever', async () => {
  const menu = Promise.withResolvers<void>();
  let isOpen = false;
  standInMenu(() => {
    if (isOpen) return Promise.reject(new DOMException('open already', 'InvalidStateError'));
    isOpen = true;
    return menu.promise;
  });
  const first = shareFile(file);
  expect(await shareFile(file)).toBe('closed');
  menu.resolve();
  expect(await first).toBe('done');
});

test.each([
  ['AbortError', 'closed'],
  ['NotAllowedError', 'tap'],
  ['DataError', 'failed'],
])('a menu that ends with %s: %s', async (name, outcome) => {
  standInMenu(() => Promise.reject(new DOMException('', name)));
  expect(await shareFile(file)).toBe(outcome);
});
