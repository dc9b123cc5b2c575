import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import ShortcutsDialog from './shortcuts-dialog.tsx';

async function openHelp() {
  const onClose = vi.fn();
  const screen = await renderComponent(<ShortcutsDialog onClose={onClose} />);
  return { onClose, dialog: screen.getByRole('dialog', { name: 'Keyboard shortcuts' }) };
}

test('the dialog lists the shortcuts for the page, the text and typed patterns', async () => {
  const { dialog } = await openHelp();
  for (const heading of ['Post', 'In the text', 'While typing'])
    await expect.element(dialog.getByRole('heading', { name: heading, exact: true })).toBeVisible();
  const keys = [...dialog.element().querySelectorAll('dl > div')].map((row) => [
    row.querySelector('dt')?.textContent,
    row.querySelector('dd')?.textContent,
  ]);
  expect(keys).toContainEqual(['Publish', 'Ctrl+Enter']);
  expect(keys).toContainEqual(['Bold', 'Ctrl+B']);
  expect(keys).toContainEqual(['Go to toolbar', 'Alt+F10']);
  expect(keys).toContainEqual(['Heading 2', '##']);
  await expectAccessible();
});

test('Escape and the close button close the dialog', async () => {
  const { dialog, onClose } = await openHelp();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(onClose).toHaveBeenCalledTimes(2);
});

test('on a Mac, the dialog shows Mac keys', async () => {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel');
  const { dialog } = await openHelp();
  await expect.element(dialog.getByText('⌘B', { exact: true })).toBeVisible();
  await expect.element(dialog.getByText('⌘⇧S', { exact: true })).toBeVisible();
});
