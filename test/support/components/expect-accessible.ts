import axe from 'axe-core';
import { expect } from 'vitest';

/** Rules about whole pages, which a single component doesn't have to meet. */
const pageRules = ['region', 'landmark-one-main', 'page-has-heading-one', 'document-title'];

/** `isPage` includes the rules about whole pages. */
export async function expectAccessible({ isPage = false } = {}): Promise<void> {
  const disabled = isPage ? [] : pageRules;
  const { violations } = await axe.run(document, {
    resultTypes: ['violations'],
    rules: Object.fromEntries(disabled.map((rule) => [rule, { enabled: false }])),
  });
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`,
  );
  expect(found).toEqual([]);
  const overflow = document.documentElement.scrollWidth - window.innerWidth;
  expect(overflow, 'sideways scroll').toBeLessThanOrEqual(0);
}
