import { expect, test, vi } from 'vitest';
import { recordSavedFiles } from '#test/support/components/record-saved-files.ts';
import { renderIsland } from '#test/support/components/render-island.tsx';
import { SettingsButton } from './settings-button.tsx';

test('in an iPhone home screen app, exported settings go to the share menu', async () => {
  const shared: ShareData[] = [];
  for (const [name, value] of Object.entries({
    standalone: true,
    maxTouchPoints: 5,
    canShare: () => true,
    share: async (data: ShareData) => void shared.push(data),
  }))
    Object.defineProperty(navigator, name, { configurable: true, value });
  const files = recordSavedFiles();
  const screen = await renderIsland(<SettingsButton onOpenPost={vi.fn()} />);
  await screen.getByRole('button', { name: 'Settings' }).click();
  await screen.getByRole('button', { name: 'Export settings' }).click();
  await expect.poll(() => shared.length).toBe(1);
  expect(Object.keys(shared[0] ?? {})).toEqual(['files']);
  const [file] = shared[0]?.files ?? [];
  expect([file?.name, file?.type]).toEqual(['unspool-settings.json', 'application/json']);
  expect(await files()).toEqual([]);
});
