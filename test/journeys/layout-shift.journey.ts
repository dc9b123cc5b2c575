import { test } from 'vitest';
import { expectNoShifts, shiftDevices } from '#test/support/measure-shifts.ts';
import { openProduct } from '#test/support/open-product.ts';

// German and Thai: `test/stress/layout-shift.test.ts`.
test.each(shiftDevices)(
  'on %s, nothing shifts from a link to its result, whatever the post has',
  async (_, device) => {
    await using product = await openProduct();
    await expectNoShifts(product, device, 'en');
  },
);
