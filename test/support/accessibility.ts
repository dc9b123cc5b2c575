import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright';
import { expect } from 'vitest';

export async function expectAccessible(page: Page, where: string): Promise<void> {
  expect(await axeViolations(page), where).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${where}: sideways scroll`).toBeLessThanOrEqual(0);
}

/** Runs in the page, because axe's own driver opens another page for each run. Frames would need it. */
export async function axeViolations(page: Page): Promise<string[]> {
  if (page.frames().length > 1) throw new Error('axe is not set up to check frames');
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } };
    return (await axe.run({ resultTypes: ['violations'] })).violations;
  });
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`,
  );
}
