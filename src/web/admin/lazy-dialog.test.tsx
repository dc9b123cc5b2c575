import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderComponent } from '#test/support/components/render-component.tsx';
import { lazyDialog } from './lazy-dialog.tsx';

function Hello({ onClose }: { onClose(): void }) {
  return (
    <button type="button" onClick={onClose}>
      Hello
    </button>
  );
}

test('a dialog is shown once it has loaded', async () => {
  const Dialog = lazyDialog(async () => ({ default: Hello }));
  const onClose = vi.fn();
  await renderComponent(<Dialog onClose={onClose} />);
  await page.getByRole('button', { name: 'Hello' }).click();
  expect(onClose).toHaveBeenCalledOnce();
});

test('a dialog that cannot be loaded is replaced by a notice, and the next one is loaded again', async () => {
  const load = vi
    .fn<() => Promise<{ default: typeof Hello }>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockResolvedValue({ default: Hello });
  const Dialog = lazyDialog(load);
  const onClose = vi.fn();
  const first = await renderComponent(<Dialog onClose={onClose} />);
  await expect.element(page.getByRole('alert')).toMatchTextContent('couldn’t be loaded');
  await page.getByRole('button', { name: 'Close' }).click();
  expect(onClose).toHaveBeenCalledOnce();
  await first.unmount();
  await renderComponent(<Dialog onClose={onClose} />);
  await expect.element(page.getByRole('button', { name: 'Hello' })).toBeVisible();
});
