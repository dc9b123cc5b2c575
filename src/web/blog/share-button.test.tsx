import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import { ShareButton } from './share-button.tsx';

async function openWith(device: Partial<Pick<Navigator, 'share' | 'canShare' | 'clipboard'>>) {
  vi.stubGlobal('navigator', device);
  const screen = await renderComponent(<ShareButton title="A title" text="An excerpt" />);
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
])('where %s, the address is copied and a notice says so', async (_, device) => {
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

test('closing the share menu is no failure; another failure is logged and shown nowhere', async () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const refused = new DOMException('refused', 'NotAllowedError');
  const share = vi
    .fn()
    .mockRejectedValueOnce(new DOMException('closed', 'AbortError'))
    .mockRejectedValueOnce(refused);
  const { button, copied } = await openWith({ share, canShare: () => true });
  await button.click();
  await button.click();
  await expect.poll(() => info.mock.calls).toEqual([['not shared:', refused]]);
  await expect.element(copied).not.toBeInTheDocument();
  info.mockRestore();
});

test('a device without sharing and clipboard is logged', async () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const { button, copied } = await openWith({});
  await button.click();
  await expect.poll(() => info.mock.calls).toEqual([['not shared:', undefined]]);
  await expect.element(copied).not.toBeInTheDocument();
  info.mockRestore();
});
