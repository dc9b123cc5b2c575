import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderIsland } from '#test/support/components/render-island.tsx';
import { Dialog } from './dialog.tsx';

function Page({ isBusy = false, onClose }: { isBusy?: boolean; onClose: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <main>
      <h1>Page</h1>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Dialog
          title="A question"
          isBusy={isBusy}
          onClose={() => {
            onClose();
            setOpen(false);
          }}
        >
          <button type="button" onClick={() => setTimeout(() => setOpen(false))}>
            Yes
          </button>
        </Dialog>
      )}
    </main>
  );
}

async function openDialog(isBusy = false) {
  const onClose = vi.fn();
  const screen = await renderIsland(<Page isBusy={isBusy} onClose={onClose} />);
  await screen.getByRole('button', { name: 'Open' }).click();
  const dialog = screen.getByRole('dialog', { name: 'A question' });
  await expect.element(dialog).toBeVisible();
  return { screen, dialog, onClose };
}

test('an open dialog is named by its title, takes the focus and covers the page', async () => {
  await page.viewport(320, 700);
  const { screen } = await openDialog();
  await expect.element(screen.getByRole('button', { name: 'Yes' })).toHaveFocus();
  const behind = screen.getByRole('button', { name: 'Open', includeHidden: true }).element();
  const { left, top } = behind.getBoundingClientRect();
  expect(behind.contains(document.elementFromPoint(left + 2, top + 2))).toBe(false);
  await expectAccessible();
});

test('Escape closes the dialog once and returns the focus', async () => {
  const { screen, dialog, onClose } = await openDialog();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(onClose).toHaveBeenCalledOnce();
  await expect.element(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
});

test('a busy dialog stays open on Escape', async () => {
  const { dialog, onClose } = await openDialog(true);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});

test('onClose is called when the browser closes the dialog itself', async () => {
  const { dialog, onClose } = await openDialog(true);
  (dialog.element() as HTMLDialogElement).close();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});

test('the focus is back as soon as the dialog is gone, so that no key is lost', async () => {
  const { screen, dialog } = await openDialog();
  const focused = new Promise<Element | null>((resolve) => {
    new MutationObserver(() => {
      if (!dialog.query()) resolve(document.activeElement);
    }).observe(document.body, { childList: true, subtree: true });
  });
  await screen.getByRole('button', { name: 'Yes' }).click();
  expect(await focused).toBe(screen.getByRole('button', { name: 'Open' }).element());
});
