import type { Page } from 'playwright';

/** Waits until React has hydrated the page, which starts after its first paint and so after `load`. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(
    () => !('__reactRouterContext' in window) || performance.getEntriesByName('hydrated').length > 0,
    null,
    { polling: 50 },
  );
}
