import { expect, test, vi } from 'vitest';
import { renderIsland } from '#test/support/components/render-island.tsx';
import { SettingsButton } from './settings-button.tsx';

test('a dialog that fails to load shows a connection notice', async () => {
  delete document.documentElement.dataset.later;
  const screen = await renderIsland(<SettingsButton onOpenPost={vi.fn()} />);
  await screen.getByRole('button', { name: 'Settings' }).click();
  await expect
    .element(
      screen.getByText('You seem to be offline. Check your connection and try again.', { exact: true }),
    )
    .toBeVisible();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});
