import { test } from 'vitest';
import { expectNoShifts, shiftDevices } from '#test/support/measure-shifts.ts';
import { openProduct } from '#test/support/open-product.ts';

const cases = (['en', 'de', 'th'] as const).flatMap((locale) =>
  shiftDevices.map(([name, device]) => [name, locale, device] as const),
);

test.each(cases)('on %s in %s, nothing shifts from a link to its result', async (_, locale, device) => {
  await using product = await openProduct();
  await expectNoShifts(product, device, locale);
});
