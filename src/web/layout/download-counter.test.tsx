import { expect, test, vi } from 'vitest';
import { renderIsland } from '#test/support/components/render-island.tsx';
import { DownloadCounter } from './download-counter.tsx';

test.each([
  ['en', '2,847,692+'],
  ['de', '2.847.692+'],
] as const)('the counter in %s shows its localized start number', async (locale, number) => {
  const screen = await renderIsland(<DownloadCounter value={2_847_692} />, { locale });
  await expect.element(screen.getByText(number, { exact: true })).toBeVisible();
});

test('the counter grows by random steps until it is unmounted', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const screen = await renderIsland(<DownloadCounter value={100} />);
  await vi.advanceTimersByTimeAsync(9_999);
  await expect.element(screen.getByText('100+', { exact: true })).toBeVisible();
  await vi.advanceTimersByTimeAsync(1);
  await expect.element(screen.getByText('101+', { exact: true })).toBeVisible();
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.element(screen.getByText('102+', { exact: true })).toBeVisible();
  await screen.unmount();
  expect(vi.getTimerCount()).toBe(0);
});

test('a text of the owner does not grow', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const screen = await renderIsland(<DownloadCounter value="<9>" label="readers" />);
  await expect.element(screen.getByText('<9>', { exact: true })).toBeVisible();
  await expect.element(screen.getByText(/readers$/)).toBeVisible();
  expect(vi.getTimerCount()).toBe(0);
});
