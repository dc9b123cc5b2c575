import { expect, test, vi } from 'vitest';
import { renderComponent } from '#test/support/components/render-component.tsx';
import { ShareButton } from './share-button.tsx';

test('shares title, excerpt and URL with the device', async () => {
  const share = vi.fn().mockResolvedValue(undefined);
  vi.stubGlobal('navigator', { share, canShare: () => true });
  const screen = await renderComponent(<ShareButton title="A title" text="An excerpt" />);
  await screen.getByRole('button', { name: 'Share' }).click();
  expect(share).toHaveBeenCalledWith({ title: 'A title', text: 'An excerpt', url: location.href });
  vi.unstubAllGlobals();
});
