import { expect, test, vi } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';
import { settingsKey } from './device-memory.ts';
import { openSettings, stored } from './fixtures/open-settings.tsx';

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

test('each part makes its own name', async () => {
  const { dialog, pattern, press } = await openSettings();
  for (const [part, name] of [
    ['Author', 'maya.ink_01.mp4'],
    ['Post code', 'DR4nB8xQz1K_01.mp4'],
    ['Number', '01.mp4'],
    ['Date', '2026-11-22_01.mp4'],
    ['Text', 'Morning at the harbour_01.mp4'],
    ['Kind', 'video_01.mp4'],
  ] as const) {
    await pattern.fill('');
    await press(part);
    await expect.element(dialog.getByText(`Example: ${name}`, { exact: true })).toBeVisible();
  }
});

test('a pattern that makes no name is refused with its reason, and the last good one stays', async () => {
  const { dialog, pattern } = await openSettings();
  const field = dialog.getByRole('textbox');
  for (const [typed, reason] of [
    ['...', 'Dots and spaces alone make no name. Add a part or a letter.'],
    ['a'.repeat(121), 'The pattern is too long: 120 characters at most.'],
    ['{user', 'A brace is missing its other half. A part looks like this: {user}'],
    ['{nobody}', 'There is no part “nobody”. These are: {user} {code} {index} {date} {text} {type}'],
    ['a/b', 'A file name can’t contain “/”.'],
    ['a\u200bb', 'The pattern contains an invisible character. Please type it again.'],
  ] as const) {
    await pattern.fill('{user} {index}');
    await expect.element(field).toBeValid();
    await pattern.fill(typed);
    await expect.element(dialog.getByText(reason, { exact: true })).toBeVisible();
    await expect
      .element(dialog.getByText('Until it is right, this pattern stays: {user} {index}', { exact: true }))
      .toBeVisible();
    await expect.element(field).toBeInvalid();
    const [, outcome] = (field.element().getAttribute('aria-describedby') ?? '').split(' ');
    expect(document.getElementById(outcome ?? '')?.textContent).toContain('this pattern stays');
    expect(stored(settingsKey)).toEqual({ template: '{user} {index}', history: false });
  }
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
