import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSeeder } from '#blog/fixtures/seed-posts.ts';
import { openDatabase } from '#database/database.ts';
import { connectBrowser, waitForHydration } from '#test/support/browser-page.ts';
import { filledDataDir, startAppIn } from '#test/support/start-app.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** In the spellings of our own scripts. Each calls `ran`. */
const executable = [
  '<script>ran("classic")</script>',
  '<script type="module">ran("module")</script>',
  '<script type="module" async="">ran("the module of the page")</script>',
  '<script nonce="">ran("nonce")</script>',
  '<img src="/blog" onerror="ran(\'handler\')">',
];
/** The page starts its own module from an element like this one. */
const inert = '<script type="text/plain" data-preload="">ran("deferred module")</script>';

interface Recorded {
  executed: string[];
  blocked: string[];
}

function recordScripts(): void {
  const recorded: Recorded = { executed: [], blocked: [] };
  Object.assign(window, { recorded, ran: (name: string) => void recorded.executed.push(name) });
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
    recorded.blocked.push(effectiveDirective);
  });
}

test('the browser blocks a script in the row of a post and runs those of the page', async () => {
  const dataDir = temporaryFolder();
  cpSync(await filledDataDir('none'), dataDir, { recursive: true });
  const opened = await openDatabase(
    { kind: 'embedded', folder: join(dataDir, 'database') },
    { now: Date.now, onError: () => undefined },
  );
  if (!opened.ok) throw new Error(opened.error.hint);
  await createSeeder(opened.value.query).seedPost({ slug: 'row', content: inert + executable.join('') });
  await opened.value.close();

  await using app = await startAppIn(dataDir);
  const browser = await connectBrowser();
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  await page.addInitScript(recordScripts);
  // The second page comes from the cache.
  for (const visit of ['rendered', 'cached']) {
    const response = await page.goto(`${app.origin}/blog/row`);
    expect(await response?.text()).toContain('ran("classic")');
    await waitForHydration(page);
    const recorded = await page.evaluate(() => (window as unknown as { recorded: Recorded }).recorded);
    expect(recorded.executed, visit).toEqual([]);
    expect(recorded.blocked.sort(), visit).toEqual([
      'script-src-attr',
      ...Array.from({ length: 4 }, () => 'script-src-elem'),
    ]);
  }
  await browser.close();
});
