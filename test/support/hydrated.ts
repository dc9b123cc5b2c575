import type { Page } from 'playwright';

/** Waits until a page that sends scripts is run by them: they start after its first paint, and so after `load`. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    () => !('__reactRouterContext' in window) || performance.getEntriesByName('hydrated').length > 0,
    null,
    { polling: 50 },
  );
}
