import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { recordSavedFiles } from '#test/support/components/record-saved-files.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import { postsKey, settingsKey } from './device-memory.ts';
import type { SavedPost } from './kept-shapes.ts';
import { SettingsButton } from './settings-button.tsx';
import { deviceMemory } from './use-device-memory.ts';

const harbour: SavedPost = {
  url: 'https://www.threads.com/@maya.ink/post/DR4nB8xQz1K',
  username: 'maya.ink',
  publishedAt: '2026-03-01T08:00:00.000Z',
  savedAt: '2026-03-04T12:00:00.000Z',
};
const undated: SavedPost = {
  ...harbour,
  url: 'https://www.threads.com/@ola_k/post/DBbbbbbbbbb',
  username: 'ola_k',
  publishedAt: '',
  savedAt: '2026-03-02T12:00:00.000Z',
};
const nothingRemembered = { template: '', history: false };

beforeEach(() => deviceMemory.keepSettings(nothingRemembered));
afterEach(() => vi.restoreAllMocks());

function remember(...posts: SavedPost[]): void {
  deviceMemory.takeFile({ settings: { template: '', history: true }, posts });
}

async function openSettings(locale: 'en' | 'de' | 'th' = 'en') {
  const onOpenPost = vi.fn();
  const screen = await renderComponent(<SettingsButton onOpenPost={onOpenPost} />, { locale });
  const button = screen.getByRole('button').first();
  await button.click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  return { screen, button, dialog, onOpenPost, ...controlsOf(dialog) };
}

function controlsOf(dialog: Locator) {
  return {
    pattern: dialog.getByLabelText('Pattern for file names'),
    keep: dialog.getByRole('checkbox', { name: 'Remember the posts I save' }),
    posts: dialog.getByRole('listitem'),
    press: (name: string) => dialog.getByRole('button', { name, exact: true }).click(),
    importFile: (content: string) =>
      userEvent.upload(
        document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement,
        new File([content], 'a.json', { type: 'application/json' }),
      ),
  };
}

const stored = (key: string) => JSON.parse(localStorage.getItem(key) ?? 'null');

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

test('a part is inserted where the caret is, and the example follows', async () => {
  const { dialog, pattern, press } = await openSettings();
  await expect.element(dialog.getByText(/^Example: threads-video-1-\d{13}\.mp4$/)).toBeVisible();
  await pattern.fill('วันหยุด ');
  await press('Number');
  await expect.element(dialog.getByText('Example: วันหยุด 01.mp4', { exact: true })).toBeVisible();
  await expect.element(pattern).toHaveFocus();
  await vi.waitFor(() => expect(caretOf(pattern)).toEqual([15, 15]));
  await userEvent.keyboard('!');
  await expect.element(pattern).toHaveValue('วันหยุด {index}!');
  expect(stored(settingsKey)).toEqual({ template: 'วันหยุด {index}!', history: false });
});

test('a part replaces what is selected in the pattern', async () => {
  const { pattern, press } = await openSettings();
  await pattern.fill('a-later-b');
  (pattern.element() as HTMLInputElement).setSelectionRange(2, 7);
  await press('Author');
  await expect.element(pattern).toHaveValue('a-{user}-b');
  await vi.waitFor(() => expect(caretOf(pattern)).toEqual([8, 8]));
});

function caretOf(field: Locator): (number | null)[] {
  const { selectionStart, selectionEnd } = field.element() as HTMLInputElement;
  return [selectionStart, selectionEnd];
}

test.each([
  ['Author', 'maya.ink_01.mp4'],
  ['Post code', 'DR4nB8xQz1K_01.mp4'],
  ['Number', '01.mp4'],
  ['Date', '2026-11-22_01.mp4'],
  ['Text', 'Morning at the harbour_01.mp4'],
  ['Kind', 'video_01.mp4'],
])('the part “%s” makes %s', async (part, name) => {
  const { dialog, press } = await openSettings();
  await press(part);
  await expect.element(dialog.getByText(`Example: ${name}`, { exact: true })).toBeVisible();
});

test.each([
  ['of dots', '...', 'Dots and spaces alone make no name. Add a part or a letter.'],
  ['that is too long', 'a'.repeat(121), 'The pattern is too long: 120 characters at most.'],
  ['with half a brace', '{user', 'A brace is missing its other half. A part looks like this: {user}'],
  [
    'with an unknown part',
    '{nobody}',
    'There is no part “nobody”. These are: {user} {code} {index} {date} {text} {type}',
  ],
  ['with a slash', 'a/b', 'A file name can’t contain “/”.'],
  [
    'with an invisible character',
    'a\u200bb',
    'The pattern contains an invisible character. Please type it again.',
  ],
])('a pattern %s is refused with its reason, and the last good one stays', async (_, typed, reason) => {
  const { dialog, pattern } = await openSettings();
  await pattern.fill('{user} {index}');
  await pattern.fill(typed);
  await expect.element(dialog.getByText(reason, { exact: true })).toBeVisible();
  await expect
    .element(dialog.getByText('Until it is right, this pattern stays: {user} {index}', { exact: true }))
    .toBeVisible();
  const field = dialog.getByRole('textbox');
  await expect.element(field).toBeInvalid();
  const [, outcome] = (field.element().getAttribute('aria-describedby') ?? '').split(' ');
  expect(document.getElementById(outcome ?? '')?.textContent).toContain('this pattern stays');
  expect(stored(settingsKey)).toEqual({ template: '{user} {index}', history: false });
});

test('a first pattern that is refused leaves the usual name', async () => {
  const { dialog, pattern } = await openSettings();
  await pattern.fill('{');
  await expect
    .element(dialog.getByText('Until it is right, files have their usual name.', { exact: true }))
    .toBeVisible();
  expect(stored(settingsKey)).toBeNull();
});

test('the pattern is there when the dialog is opened again, and one press returns to the usual name', async () => {
  const { dialog, button, pattern, press } = await openSettings();
  await expect.element(dialog.getByRole('button', { name: 'Use the usual name' })).not.toBeInTheDocument();
  await pattern.fill('{type}');
  await press('Done');
  await button.click();
  await expect.element(pattern).toHaveValue('{type}');
  await press('Use the usual name');
  await expect.element(pattern).toHaveValue('');
  await expect.element(pattern).toHaveFocus();
  await expect.element(dialog.getByText(/^Example: threads-video-1-/)).toBeVisible();
  expect(stored(settingsKey)).toBeNull();
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

test('the list leaves the device as a file and comes back from it', async () => {
  remember(harbour, undated);
  const files = recordSavedFiles();
  const { dialog, posts, press, importFile } = await openSettings();
  await press('Export the list');
  const [file] = await files();
  expect(file?.name).toBe('unspool-posts.json');
  expect(JSON.parse(file?.text ?? '')).toEqual({ unspool: 1, posts: [harbour, undated] });
  await press('Delete the list');
  await expect.element(posts).not.toBeInTheDocument();
  await importFile(file?.text ?? '');
  await expect.element(dialog.getByText('The file has been imported.', { exact: true })).toBeVisible();
  await expect.element(posts).toHaveLength(2);
  await expect.element(posts.getByText('@maya.ink', { exact: true }).first()).toBeInTheDocument();
});

test('settings leave the device as a file and come back from it', async () => {
  const files = recordSavedFiles();
  const { dialog, pattern, press, importFile } = await openSettings();
  await pattern.fill('{user}_{text}');
  await press('Export settings');
  const [file] = await files();
  expect(file?.name).toBe('unspool-settings.json');
  expect(JSON.parse(file?.text ?? '')).toEqual({
    unspool: 1,
    settings: { template: '{user}_{text}', history: false },
  });
  await press('Use the usual name');
  await importFile(file?.text ?? '');
  await expect.element(dialog.getByText('The file has been imported.', { exact: true })).toBeVisible();
  await expect.element(pattern).toHaveValue('{user}_{text}');
});

test('“Import a file” opens the chooser for JSON files', async () => {
  const { press } = await openSettings();
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]');
  const opened = vi.spyOn(chooser as HTMLInputElement, 'click').mockImplementation(() => undefined);
  await press('Import a file');
  expect(opened).toHaveBeenCalledOnce();
  expect(chooser?.accept).toBe('.json,application/json');
});

const settingsFile = (template: string, version = 1, history = false) =>
  JSON.stringify({ unspool: version, settings: { template, history } });

test.each([
  ['of another kind', '<html>', 'This isn’t a settings file from Unspool. Nothing has changed.'],
  [
    'of a newer version',
    settingsFile('{user}', 9),
    'This file was written by a newer Unspool. Nothing has changed.',
  ],
  [
    'with a wrong field',
    settingsFile('{user}/{text}'),
    '“settings.template” in this file isn’t valid. Nothing has changed.',
  ],
  ['that is too large', ' '.repeat(600_000), 'This file is too large for settings. Nothing has changed.'],
  [
    'with posts while they are not remembered',
    JSON.stringify({ unspool: 1, posts: [harbour] }),
    'This file holds a list of posts. First switch on “Remember the posts I save”.',
  ],
])('a file %s changes nothing and says why', async (_, content, sentence) => {
  const { dialog, pattern, posts, importFile } = await openSettings();
  await importFile(content);
  await expect.element(dialog.getByRole('status').filter({ hasText: sentence })).toBeVisible();
  await expect.element(pattern).toHaveValue('');
  await expect.element(posts).not.toBeInTheDocument();
  expect(localStorage.length).toBe(0);
});

test('a file that can no longer be read is refused', async () => {
  const { dialog, importFile } = await openSettings();
  vi.spyOn(File.prototype, 'text').mockRejectedValue(new DOMException('gone', 'NotFoundError'));
  await importFile(settingsFile('{user}'));
  await expect
    .element(
      dialog.getByText('This isn’t a settings file from Unspool. Nothing has changed.', { exact: true }),
    )
    .toBeVisible();
});

test('a file that switches remembering on says so, and the same file can be chosen twice', async () => {
  const { dialog, keep, pattern, press, importFile } = await openSettings();
  await importFile(settingsFile('{type}', 1, true));
  await expect
    .element(dialog.getByText(/^The file has been imported\. From now on, the posts you save are remembered/))
    .toBeVisible();
  await expect.element(keep).toBeChecked();
  await press('Use the usual name');
  await importFile(settingsFile('{type}', 1, true));
  await expect.element(pattern).toHaveValue('{type}');
  await expect.element(dialog.getByText('The file has been imported.', { exact: true })).toBeVisible();
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
