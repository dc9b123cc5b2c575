import { test } from 'vitest';
import { shiftDevices } from '#test/support/measure-shifts.ts';
import { openProduct } from '#test/support/open-product.ts';
import { visitResults } from '#test/support/visit-results.ts';

const [[phone, phoneOptions], [desktop, desktopOptions]] = shiftDevices;

// All languages on both: `test/stress/visit-results.test.ts`.
test.each([
  [phone, 'th', phoneOptions],
  [desktop, 'de', desktopOptions],
] as const)(
  'on %s in %s, an album, a thread and three links hold still and survive',
  async (_, locale, device) => {
    await using product = await openProduct();
    await visitResults(product, device, locale);
  },
);
