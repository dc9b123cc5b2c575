import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderIsland } from '#test/support/components/render-island.tsx';
import { harborPost, openSettings, remember, stored, undatedPost } from './fixtures/open-settings.tsx';
import { SettingsButton } from './settings-button.tsx';
import { savedPostsStorageKey, settingsStorageKey, settingsStore } from './settings-store.ts';

test('the dialog opens with the keyboard, and Escape returns the focus to the button', async () => {
  const screen = await renderIsland(<SettingsButton onOpenPost={vi.fn()} />);
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

test('posts are remembered only while history is on', async () => {
  const { dialog, historyCheckbox, posts } = await openSettings();
  const none = dialog.getByText('No saved posts yet. Posts you save from now on will appear here.', {
    exact: true,
  });
  await expect.element(historyCheckbox).not.toBeChecked();
  await expect.element(none).not.toBeInTheDocument();
  await expect
    .element(historyCheckbox)
    .toHaveAccessibleDescription(/^The author, link and date stay on this device\. .* deletes the list\.$/);
  await historyCheckbox.click();
  await expect.element(none).toBeVisible();
  expect(stored(settingsStorageKey)).toEqual({ template: '', history: true });
  settingsStore.rememberPost({ ...harborPost, author: { username: 'maya.ink', name: 'Maya' } });
  await expect.element(posts.getByRole('button', { name: /^Open again: @maya\.ink / })).toBeVisible();
  await expect.element(none).not.toBeInTheDocument();
});

test('a saved post shows its author, its post date if known, and its save date', async () => {
  remember(harborPost, undatedPost);
  const { posts } = await openSettings();
  await expect
    .element(posts.nth(0).getByRole('button'))
    .toHaveAccessibleName('Open again: @maya.ink Posted March 1, 2026 Saved March 4, 2026');
  await expect
    .element(posts.nth(1).getByRole('button'))
    .toHaveAccessibleName('Open again: @ola_k Saved March 2, 2026');
});

test('opening a saved post passes its link and closes the dialog', async () => {
  remember(harborPost, undatedPost);
  const { dialog, posts, onOpenPost } = await openSettings();
  await posts.nth(1).getByRole('button').click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(onOpenPost.mock.calls).toEqual([[undatedPost.url]]);
});

test('deleting the list is confirmed and moves the focus to the checkbox, which stays on', async () => {
  remember(harborPost);
  const { dialog, historyCheckbox, posts, press } = await openSettings();
  await press('Delete list');
  await expect.element(dialog.getByRole('status').filter({ hasText: 'List deleted.' })).toBeVisible();
  await expect.element(posts).not.toBeInTheDocument();
  await expect.element(historyCheckbox).toHaveFocus();
  await expect.element(historyCheckbox).toBeChecked();
  expect(stored(savedPostsStorageKey)).toBeNull();
});

test('switching history off deletes everything that was stored', async () => {
  remember(harborPost);
  const { dialog, historyCheckbox, posts } = await openSettings();
  await expect.element(posts).toHaveLength(1);
  await historyCheckbox.click();
  await expect.element(posts).not.toBeInTheDocument();
  await expect.element(dialog.getByRole('status').filter({ hasText: 'List deleted.' })).toBeVisible();
  expect(Object.keys(localStorage).filter((key) => key.startsWith('unspool.'))).toEqual([]);
});

test('switching history off with an empty list mentions no deletion', async () => {
  const { dialog, historyCheckbox } = await openSettings();
  await historyCheckbox.click();
  await historyCheckbox.click();
  await expect.element(dialog.getByText('List deleted.')).not.toBeInTheDocument();
});

test.each([
  [
    'SecurityError',
    'Your browser doesn’t allow this page to store anything. Your settings will be lost when you leave the page.',
  ],
  [
    'QuotaExceededError',
    'Your browser’s storage is full. Your latest changes will be lost when you leave the page.',
  ],
])(
  'when storage fails with %s, the dialog says so and the setting lasts for the visit',
  async (name, said) => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', name);
    });
    const { dialog, button, pattern, style, press } = await openSettings();
    await style('Custom pattern').click();
    await pattern.fill('{type}');
    await expect.element(dialog.getByRole('status').filter({ hasText: said })).toBeVisible();
    await press('Done');
    await button.click();
    await expect.element(pattern).toHaveValue('{type}');
    expect(localStorage.length).toBe(0);
  },
);

/** Another tab changes the storage, then the browser tells this one. */
function rememberInAnotherTab(): void {
  localStorage.setItem(settingsStorageKey, JSON.stringify({ template: '', history: true }));
  localStorage.setItem(savedPostsStorageKey, JSON.stringify([harborPost]));
  window.dispatchEvent(new StorageEvent('storage', { key: savedPostsStorageKey }));
}

test('the open dialog shows changes from another tab', async () => {
  const { historyCheckbox, posts } = await openSettings();
  rememberInAnotherTab();
  await expect.element(historyCheckbox).toBeChecked();
  await expect.element(posts).toHaveLength(1);
});

test('a change from another tab while no settings are shown is there when the dialog opens', async () => {
  rememberInAnotherTab();
  const { historyCheckbox, posts } = await openSettings();
  await expect.element(historyCheckbox).toBeChecked();
  await expect.element(posts).toHaveLength(1);
});

test('in Thai on a narrow phone, the dialog is accessible and does not overflow', async () => {
  await page.viewport(320, 640);
  remember(harborPost, undatedPost);
  const { dialog, style } = await openSettings('th');
  document.documentElement.lang = 'th';
  await style('รูปแบบกำหนดเอง').click();
  await dialog.getByRole('textbox').fill('{user');
  await expect
    .element(dialog.getByText('จนกว่าคุณจะแก้ไขรูปแบบ ชื่อไฟล์จะใช้รูปแบบก่อนหน้า: {user}_{code}_{index}'))
    .toBeVisible();
  await expect.element(dialog.getByRole('textbox')).toBeInvalid();
  await expectAccessible();
  const { scrollWidth, clientWidth } = dialog.element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});
