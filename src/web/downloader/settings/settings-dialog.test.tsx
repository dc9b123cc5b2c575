import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import { postsKey, settingsKey } from './device-memory.ts';
import { harbour, openSettings, remember, stored, undated } from './fixtures/open-settings.tsx';
import { SettingsButton } from './settings-button.tsx';
import { deviceMemory } from './use-device-memory.ts';

test('the dialog opens with the keyboard, and Escape returns the focus to the button', async () => {
  const screen = await renderComponent(<SettingsButton onOpenPost={vi.fn()} />);
  const button = screen.getByRole('button', { name: 'Settings' });
  await userEvent.tab();
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('dialog', { name: 'Settings' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

test.each(['Close', 'Done'])('“%s” closes the dialog', async (name) => {
  const { dialog, button, press } = await openSettings();
  await press(name);
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

test('a dialog that cannot be loaded is a notice about the connection', async () => {
  delete document.documentElement.dataset.later;
  const screen = await renderComponent(<SettingsButton onOpenPost={vi.fn()} />);
  await screen.getByRole('button', { name: 'Settings' }).click();
  await expect
    .element(screen.getByText('Your connection seems to be down. Please try again.', { exact: true }))
    .toBeVisible();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test('no post is remembered until that is switched on', async () => {
  const { dialog, keep, posts } = await openSettings();
  const none = dialog.getByText('Nothing here yet. Posts you save from now on appear here.', { exact: true });
  await expect.element(keep).not.toBeChecked();
  await expect.element(none).not.toBeInTheDocument();
  await expect
    .element(keep)
    .toHaveAccessibleDescription(/^Author, link and date stay on this device\. .* deletes the list\.$/);
  await keep.click();
  await expect.element(none).toBeVisible();
  expect(stored(settingsKey)).toEqual({ template: '', history: true });
  deviceMemory.rememberPost({ ...harbour, author: { username: 'maya.ink', name: 'Maya' } });
  await expect.element(posts.getByRole('button', { name: /^Open again: @maya\.ink / })).toBeVisible();
  await expect.element(none).not.toBeInTheDocument();
});

test('a saved post says whose it is, when it was posted where that is known, and when it was saved', async () => {
  remember(harbour, undated);
  const { posts } = await openSettings();
  await expect
    .element(posts.nth(0).getByRole('button'))
    .toHaveAccessibleName('Open again: @maya.ink Posted March 1, 2026 Saved March 4, 2026');
  await expect
    .element(posts.nth(1).getByRole('button'))
    .toHaveAccessibleName('Open again: @ola_k Saved March 2, 2026');
});

test('a saved post is opened again with its link, and the dialog closes', async () => {
  remember(harbour, undated);
  const { dialog, posts, onOpenPost } = await openSettings();
  await posts.nth(1).getByRole('button').click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(onOpenPost.mock.calls).toEqual([[undated.url]]);
});

test('deleting the list says so and moves the focus to the switch, which stays on', async () => {
  remember(harbour);
  const { dialog, keep, posts, press } = await openSettings();
  await press('Delete the list');
  await expect.element(dialog.getByRole('status').filter({ hasText: 'The list is deleted.' })).toBeVisible();
  await expect.element(posts).not.toBeInTheDocument();
  await expect.element(keep).toHaveFocus();
  await expect.element(keep).toBeChecked();
  expect(stored(postsKey)).toBeNull();
});

test('switching off deletes the list and all that was stored', async () => {
  remember(harbour);
  const { dialog, keep, posts } = await openSettings();
  await expect.element(posts).toHaveLength(1);
  await keep.click();
  await expect.element(posts).not.toBeInTheDocument();
  await expect.element(dialog.getByRole('status').filter({ hasText: 'The list is deleted.' })).toBeVisible();
  expect(Object.keys(localStorage).filter((key) => key.startsWith('unspool.'))).toEqual([]);
});

test('switching off an empty list says nothing of a deletion', async () => {
  const { dialog, keep } = await openSettings();
  await keep.click();
  await keep.click();
  await expect.element(dialog.getByText('The list is deleted.')).not.toBeInTheDocument();
});

test.each([
  [
    'SecurityError',
    'Your browser doesn’t let this page keep anything. What you set here lasts until you leave the page.',
  ],
  ['QuotaExceededError', 'Your browser has no room left to keep this. It lasts until you leave the page.'],
])(
  'where storage fails with %s, the dialog says so and the setting holds for the visit',
  async (name, said) => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('refused', name);
    });
    const { dialog, button, pattern, press } = await openSettings();
    await pattern.fill('{type}');
    await expect.element(dialog.getByRole('status').filter({ hasText: said })).toBeVisible();
    await press('Done');
    await button.click();
    await expect.element(pattern).toHaveValue('{type}');
    expect(localStorage.length).toBe(0);
  },
);

test('what another tab changes is seen in the open dialog', async () => {
  const { keep, posts } = await openSettings();
  localStorage.setItem(settingsKey, JSON.stringify({ template: '', history: true }));
  localStorage.setItem(postsKey, JSON.stringify([harbour]));
  window.dispatchEvent(new StorageEvent('storage', { key: postsKey }));
  await expect.element(keep).toBeChecked();
  await expect.element(posts).toHaveLength(1);
});

test('on a narrow phone in Thai the dialog is accessible and nothing is wider than the screen', async () => {
  await page.viewport(320, 640);
  remember(harbour, undated);
  const { dialog } = await openSettings('th');
  document.documentElement.lang = 'th';
  await dialog.getByRole('textbox').fill('{user');
  await expect.element(dialog.getByText('ระหว่างนี้ยังใช้ชื่อปกติ')).toBeVisible();
  await expect.element(dialog.getByRole('textbox')).toBeInvalid();
  await expectAccessible();
  const { scrollWidth, clientWidth } = dialog.element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});
