import { test } from 'vitest';
import { shiftDevices } from '#test/support/measure-shifts.ts';
import { openProduct } from '#test/support/open-product.ts';
import { visitResults } from '#test/support/visit-results.ts';

const cases = (['en', 'de', 'th'] as const).flatMap((locale) =>
  shiftDevices.map(([name, device]) => [name, locale, device] as const),
);

test.each(cases)(
  'on %s in %s, an album, a thread and three links hold still and survive',
  async (_, locale, device) => {
    await using product = await openProduct();
    await visitResults(product, device, locale);
  },
);
