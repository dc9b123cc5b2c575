import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright';
import { expect } from 'vitest';

/** Violations of WCAG 2.2 AA and of good practice, none of which may be there, and nothing wider than the screen. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  expect(await axeViolations(page), where).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${where}: sideways scroll`).toBeLessThanOrEqual(0);
}

/**
 * Each rule that is broken, with where. Run in the page itself: axe's own driver opens a second page for each look, and
 * brings back what is right as well. Frames would need it; our pages have none.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  if (page.frames().length > 1) throw new Error('axe looks into no frames here');
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } };
    return (await axe.run({ resultTypes: ['violations'] })).violations;
  });
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`,
  );
}
