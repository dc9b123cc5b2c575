import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import { SharePostButton } from './share-post-button.tsx';
import { startShareButton } from './start-post.ts';

async function openWith(device: object) {
  vi.stubGlobal('navigator', device);
  const screen = await renderComponent(<SharePostButton title="A title" text="An excerpt" />);
  startShareButton();
  return {
    button: screen.getByRole('button', { name: 'Share' }),
    copied: screen.getByText('Link copied').first(),
  };
}

test('without a share menu the URL is copied and a toast is shown', async () => {
  await page.viewport(320, 700);
  const writeText = vi.fn().mockResolvedValue(undefined);
  const { button, copied } = await openWith({ clipboard: { writeText } });
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(copied).toBeVisible();
  await expect
    .element(page.getByText('Paste the link wherever you want to share this post.').first())
    .toBeVisible();
  expect(writeText.mock.calls).toEqual([[location.href]]);
  await expectAccessible();
});

test('a shared or cancelled link is not logged and shows no toast, a failure is logged', async () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const rejection = new DOMException('refused', 'NotAllowedError');
  const share = vi
    .fn()
    .mockResolvedValueOnce(undefined)
    .mockRejectedValueOnce(new DOMException('closed', 'AbortError'))
    .mockRejectedValueOnce(rejection);
  const { button, copied } = await openWith({ share });
  for (let click = 0; click < 3; click += 1) await button.click();
  await expect.poll(() => info.mock.calls).toEqual([['not shared:', rejection]]);
  expect(share.mock.calls[0]).toEqual([{ title: 'A title', text: 'An excerpt', url: location.href }]);
  await expect.element(copied).not.toBeVisible();
  info.mockRestore();
});
