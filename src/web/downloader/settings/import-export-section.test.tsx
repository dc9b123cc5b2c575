import { expect, test, vi } from 'vitest';
import { recordSavedFiles } from '#test/support/components/record-saved-files.ts';
import { harborPost, openSettings, remember, undatedPost } from './fixtures/open-settings.tsx';

test('the list of posts can be exported and imported again', async () => {
  remember(harborPost, undatedPost);
  const files = recordSavedFiles();
  const { dialog, posts, press, importFile } = await openSettings();
  await press('Export list');
  const [file] = await files();
  expect(file?.name).toBe('unspool-posts.json');
  expect(JSON.parse(file?.text ?? '')).toEqual({ unspool: 1, posts: [harborPost, undatedPost] });
  await press('Delete list');
  await expect.element(posts).not.toBeInTheDocument();
  await importFile(file?.text ?? '');
  await expect.element(dialog.getByText('File imported.', { exact: true })).toBeVisible();
  await expect.element(posts).toHaveLength(2);
  await expect.element(posts.getByText('@maya.ink', { exact: true }).first()).toBeInTheDocument();
});

test('settings can be exported and imported again', async () => {
  const files = recordSavedFiles();
  const { dialog, pattern, style, press, importFile } = await openSettings();
  await style('Custom pattern').click();
  await pattern.fill('{user}_{text}');
  await press('Export settings');
  const [file] = await files();
  expect(file?.name).toBe('unspool-settings.json');
  expect(JSON.parse(file?.text ?? '')).toEqual({
    unspool: 1,
    settings: { template: '{user}_{text}', history: false },
  });
  await style('Simple').click();
  await importFile(file?.text ?? '');
  await expect.element(dialog.getByText('File imported.', { exact: true })).toBeVisible();
  await expect.element(pattern).toHaveValue('{user}_{text}');
});

test('an imported template of a style selects the style', async () => {
  const { style, importFile } = await openSettings();
  await importFile(settingsFile('{user}_{code}'));
  await expect.element(style('Author and post')).toBeChecked();
});

test('“Import file” opens a file chooser for JSON files', async () => {
  const { press } = await openSettings();
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]');
  const opened = vi.spyOn(chooser as HTMLInputElement, 'click').mockImplementation(() => undefined);
  await press('Import file');
  expect(opened).toHaveBeenCalledOnce();
  expect(chooser?.accept).toBe('.json,application/json');
});

const settingsFile = (template: string, version = 1, history = false) =>
  JSON.stringify({ unspool: version, settings: { template, history } });

test.each([
  ['of another kind', '<html>', 'This isn’t a valid file from Unspool. Nothing was imported.'],
  [
    'of a newer version',
    settingsFile('{user}', 9),
    'This file comes from a newer version of Unspool. Nothing was imported.',
  ],
  [
    'with a wrong field',
    settingsFile('{user}/{text}'),
    '“settings.template” in this file isn’t valid. Nothing was imported.',
  ],
  [
    'that is too large',
    ' '.repeat(600_000),
    'This file is too large to be an export from Unspool. Nothing was imported.',
  ],
  [
    'with posts while they are not remembered',
    JSON.stringify({ unspool: 1, posts: [harborPost] }),
    'This file contains a list of posts. Turn on “Remember the posts I save”, then import the file again.',
  ],
])('a file %s is rejected with the reason', async (_, content, message) => {
  const { dialog, style, posts, importFile } = await openSettings();
  await importFile(content);
  await expect.element(dialog.getByRole('status').filter({ hasText: message })).toBeVisible();
  await expect.element(style('Simple')).toBeChecked();
  await expect.element(posts).not.toBeInTheDocument();
  expect(localStorage.length).toBe(0);
});

test('a file that can no longer be read is rejected', async () => {
  const { dialog, importFile } = await openSettings();
  vi.spyOn(File.prototype, 'text').mockRejectedValue(new DOMException('gone', 'NotFoundError'));
  await importFile(settingsFile('{user}'));
  await expect
    .element(dialog.getByText('This isn’t a valid file from Unspool. Nothing was imported.', { exact: true }))
    .toBeVisible();
});

test('an import that switches history on says so, and the same file can be imported twice', async () => {
  const { dialog, historyCheckbox, pattern, style, importFile } = await openSettings();
  await importFile(settingsFile('{type}', 1, true));
  await expect
    .element(dialog.getByText(/^File imported\. From now on, the posts you save are remembered/))
    .toBeVisible();
  await expect.element(historyCheckbox).toBeChecked();
  await style('Simple').click();
  await importFile(settingsFile('{type}', 1, true));
  await expect.element(pattern).toHaveValue('{type}');
  await expect.element(dialog.getByText('File imported.', { exact: true })).toBeVisible();
});
