import { test } from 'vitest';
import { phone } from '#test/support/measure-shifts.ts';
import { openProduct } from '#test/support/open-product.ts';
import { visitResults } from '#test/support/visit-results.ts';

// Three languages, also on a desktop: `test/stress/visit-results.test.ts`.
test('on a phone in Thai, an album, a thread and three links hold still and survive', async () => {
  await using product = await openProduct();
  await visitResults(product, phone, 'th');
});
