import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe, { type AxeResults } from 'axe-core';
import { type Browser, chromium, type Download, type Page } from 'playwright';
import { expect, inject } from 'vitest';

/** The process is shared. Closing the connection only closes the contexts made here. */
export function connectBrowser(): Promise<Browser> {
  return chromium.connect(inject('browserEndpoint'));
}

/** The browser's own download folder isn't accessible over a connection. */
export async function readDownload(download: Download): Promise<Buffer> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'unspool-download-'));
  const path = join(folder.path, 'file');
  await download.saveAs(path);
  return await readFile(path);
}

/** Waits until the scripts of the page run, which starts after its first paint and so after `load`. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(
    () => !document.documentElement.dataset.scripts || performance.getEntriesByName('hydrated').length > 0,
    null,
    { polling: 50 },
  );
}

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
