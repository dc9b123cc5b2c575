import { test } from 'vitest';
import { expectNoShifts, resultKinds, shiftDevices } from '#test/support/measure-shifts.ts';
import { openProduct } from '#test/support/open-product.ts';

// Every kind on both, in three languages: `test/stress/layout-shift.test.ts`.
test.each(shiftDevices.map(([name, device], index) => [name, device, index] as const))(
  'on %s, nothing shifts from a link to its result, with half of the kinds of posts',
  async (_, device, index) => {
    await using product = await openProduct();
    const half = resultKinds.filter((_, position) => position % 2 === index);
    await expectNoShifts(product, device, 'en', half);
  },
);
