import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import { SharePostButton } from './share-post-button.tsx';

async function openWith(device: Partial<Pick<Navigator, 'share' | 'canShare' | 'clipboard'>>) {
  vi.stubGlobal('navigator', device);
  const screen = await renderComponent(<SharePostButton title="A title" text="An excerpt" />);
  return {
    button: screen.getByRole('button', { name: 'Share' }),
    copied: screen.getByText('Link copied').first(),
  };
}

test('shares title, excerpt and URL with the device', async () => {
  const share = vi.fn().mockResolvedValue(undefined);
  const { button, copied } = await openWith({ share, canShare: () => true });
  await button.click();
  expect(share.mock.calls).toEqual([[{ title: 'A title', text: 'An excerpt', url: location.href }]]);
  await expect.element(copied).not.toBeInTheDocument();
});

test.each([
  ['the device shares nothing', {}],
  ['the device does not share links', { share: vi.fn(), canShare: () => false }],
])('if %s, the URL is copied and a toast is shown', async (_, device) => {
  await page.viewport(320, 700);
  const writeText = vi.fn().mockResolvedValue(undefined);
  const { button, copied } = await openWith({ ...device, clipboard: { writeText } as unknown as Clipboard });
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(copied).toBeVisible();
  await expect
    .element(page.getByText('Paste it wherever you want to share this article.').first())
    .toBeVisible();
  expect(writeText.mock.calls).toEqual([[location.href]]);
  await expectAccessible();
});

test('closing the share menu is not logged, any other failure is', async () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const rejection = new DOMException('refused', 'NotAllowedError');
  const share = vi
    .fn()
    .mockRejectedValueOnce(new DOMException('closed', 'AbortError'))
    .mockRejectedValueOnce(rejection);
  const { button, copied } = await openWith({ share, canShare: () => true });
  await button.click();
  await button.click();
  await expect.poll(() => info.mock.calls).toEqual([['not shared:', rejection]]);
  await expect.element(copied).not.toBeInTheDocument();
  info.mockRestore();
});

test('a device without share and clipboard APIs is logged', async () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const { button, copied } = await openWith({});
  await button.click();
  await expect.poll(() => info.mock.calls).toEqual([['not shared:', undefined]]);
  await expect.element(copied).not.toBeInTheDocument();
  info.mockRestore();
});
