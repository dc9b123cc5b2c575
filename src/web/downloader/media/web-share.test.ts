import { afterEach, expect, test } from 'vitest';
import { shareFile } from './web-share.ts';

const file = new File(['-'], 'a.jpg', { type: 'image/jpeg' });

/** Node has `navigator`, but no `share`. */
function stubShare(share: () => Promise<void>): void {
  Object.assign(navigator, { share });
}
afterEach(() => {
  Reflect.deleteProperty(navigator, 'share');
});

test('a second tap while the menu is open is ignored, and the first one still completes', async () => {
  const menu = Promise.withResolvers<void>();
  let isOpen = false;
  stubShare(() => {
    if (isOpen) return Promise.reject(new DOMException('open already', 'InvalidStateError'));
    isOpen = true;
    return menu.promise;
  });
  const first = shareFile(file);
  expect(await shareFile(file)).toBe('dismissed');
  menu.resolve();
  expect(await first).toBe('done');
});

test.each([
  ['AbortError', 'dismissed'],
  ['NotAllowedError', 'needs_tap'],
  ['DataError', 'failed'],
])('a share that ends with %s returns %s', async (name, outcome) => {
  stubShare(() => Promise.reject(new DOMException('', name)));
  expect(await shareFile(file)).toBe(outcome);
});
