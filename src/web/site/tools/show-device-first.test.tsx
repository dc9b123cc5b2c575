import { expect, test, vi } from 'vitest';
import { renderPublicPage } from '#test/support/components/render-page.tsx';
import { showDeviceFirst } from './show-device-first.ts';
import ToolsPage from './tools-page.tsx';

const shortcut = 'A shortcut for iPhone and iPad';
const shareMenu = 'The share menu on Android';
const bookmark = 'A bookmark in your browser';

test.each([
  ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, shortcut],
  ['an iPad', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, shortcut],
  ['a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, bookmark],
  ['an Android phone', 'Mozilla/5.0 (Linux; Android 15; Pixel 9)', 5, shareMenu],
  ['a PC with a touch screen', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 10, bookmark],
])('on %s its way comes first, the others keep their order', async (_, userAgent, maxTouchPoints, first) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(maxTouchPoints);
  const { screen } = await renderPublicPage(ToolsPage, {
    path: '/tools',
    loaderData: { origin: 'https://unspool.example', requiresProofOfWork: false },
  });
  const headings = () => screen.getByRole('heading', { level: 2 }).elements().slice(0, 5);
  const names = () => headings().map(({ textContent }) => textContent);
  const before = names();
  showDeviceFirst();
  expect(names()).toEqual([first, ...before.filter((name) => name !== first)]);
  expect(
    headings().map((heading) => /turn-(start|end)/.exec(heading.closest('.turn')?.className ?? '')?.[1]),
  ).toEqual(['start', 'end', 'start', 'end', 'start']);
});
