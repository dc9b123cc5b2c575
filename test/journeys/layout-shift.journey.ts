import { test } from 'vitest';
import { expectNoShifts, shiftDevices } from '#test/support/measure-shifts.ts';
import { openProduct } from '#test/support/open-product.ts';

const [[phoneName, phone], [desktopName, desktop]] = shiftDevices;

// Every kind on both, in three languages: `test/stress/layout-shift.test.ts`.
test.each([
  [phoneName, phone, ['three links', 'a thread of 100', 'words only']],
  [desktopName, desktop, ['an album', 'a video']],
] as const)(
  'on %s, nothing shifts from a link to its result, with some of the kinds of posts',
  async (_, device, kinds) => {
    await using product = await openProduct();
    await expectNoShifts(product, device, 'en', kinds);
  },
);
