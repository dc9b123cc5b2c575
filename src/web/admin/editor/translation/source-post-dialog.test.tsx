import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import { SourcePostDialog } from './source-post-dialog.tsx';

test('the dialog links from a translation to its original', async () => {
  const onClose = vi.fn();
  const screen = await renderComponent(
    <SourcePostDialog
      original={{ id: 'post-en', locale: 'en', slug: 'garden', title: 'A garden', status: 'published' }}
      onClose={onClose}
    />,
  );
  const dialog = screen.getByRole('dialog', { name: 'This is a translation' });
  await expect.element(dialog).toMatchTextContent('nothing was published');
  await expect
    .element(dialog.getByRole('link', { name: 'Open the original' }))
    .toHaveAttribute('href', '/admin/blog/post-en');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(2);
});
