import { expect, test } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { openSettings, stored } from './fixtures/open-settings.tsx';
import { settingsStorageKey } from './settings-store.ts';

async function openOwnPattern() {
  const settings = await openSettings();
  await settings.style('Custom pattern').click();
  return settings;
}

test.each([
  [
    'en',
    {
      Simple: /^threads-video-1-\d{13}\.mp4$/,
      'Author and post': /^maya\.ink_DR4nB8xQz1K_01\.mp4$/,
      'Date and text': /^2026-11-22_maya\.ink_Morning at the harbor_01\.mp4$/,
    },
  ],
  [
    'de',
    {
      Einfach: /^threads-video-1-\d{13}\.mp4$/,
      'Autor und Beitrag': /^maya\.ink_DR4nB8xQz1K_01\.mp4$/,
      'Datum und Text': /^2026-11-22_maya\.ink_.+_01\.mp4$/,
    },
  ],
  [
    'th',
    {
      แบบง่าย: /^threads-video-1-\d{13}\.mp4$/,
      ผู้เขียนและโพสต์: /^maya\.ink_DR4nB8xQz1K_01\.mp4$/,
      วันที่และข้อความ: /^2026-11-22_maya\.ink_.+_01\.mp4$/,
    },
  ],
] as const)('in %s, each style shows an example and is stored as its template', async (locale, examples) => {
  const { dialog, style } = await openSettings(locale);
  const templates = ['', '{user}_{code}', '{date}_{user}_{text}'];
  const [simple] = Object.keys(examples) as [string];
  await expect.element(style(simple)).toBeChecked();
  for (const [index, [name, example]] of Object.entries(examples).entries()) {
    await expect.element(style(name)).toHaveAccessibleDescription(example);
    await style(name).click();
    await expect.element(style(name)).toBeChecked();
    expect(stored(settingsStorageKey)?.template ?? '').toBe(templates[index]);
  }
  await expect.element(dialog.getByRole('textbox')).not.toBeInTheDocument();
  await expectAccessible();
});

test('the arrow keys choose a style', async () => {
  const { dialog, style } = await openSettings();
  await expect.element(dialog.getByRole('radiogroup', { name: 'File names' })).toBeVisible();
  await style('Simple').click();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(style('Author and post')).toBeChecked();
  await expect.element(style('Author and post')).toHaveFocus();
});

test('a style leaves the own pattern for another try', async () => {
  const { pattern, style } = await openOwnPattern();
  await expect.element(pattern).toHaveValue('{user}_{code}_{index}');
  await pattern.fill('{type}');
  await style('Simple').click();
  expect(stored(settingsStorageKey)).toBeNull();
  await style('Custom pattern').click();
  await expect.element(pattern).toHaveValue('{type}');
  expect(stored(settingsStorageKey)).toMatchObject({ template: '{type}' });
});

test('a token is inserted at the caret, and the example updates', async () => {
  const { dialog, pattern, press } = await openOwnPattern();
  await pattern.fill('');
  await expect.element(dialog.getByText(/^Example: threads-video-1-\d{13}\.mp4$/)).toBeVisible();
  await pattern.fill('วันหยุด ');
  await press('Number');
  await expect.element(dialog.getByText('Example: วันหยุด 01.mp4', { exact: true })).toBeVisible();
  await expect.element(pattern).toHaveFocus();
  await expect.poll(() => getCaret(pattern)).toEqual([15, 15]);
  await userEvent.keyboard('!');
  await expect.element(pattern).toHaveValue('วันหยุด {index}!');
  expect(stored(settingsStorageKey)).toEqual({ template: 'วันหยุด {index}!', history: false });
});

test('a token replaces the selection in the pattern', async () => {
  const { pattern, press } = await openOwnPattern();
  await pattern.fill('a-later-b');
  (pattern.element() as HTMLInputElement).setSelectionRange(2, 7);
  await press('Author');
  await expect.element(pattern).toHaveValue('a-{user}-b');
  await expect.poll(() => getCaret(pattern)).toEqual([8, 8]);
});

function getCaret(field: Locator): (number | null)[] {
  const { selectionStart, selectionEnd } = field.element() as HTMLInputElement;
  return [selectionStart, selectionEnd];
}

test('each token produces its part of the name', async () => {
  const { dialog, pattern, press } = await openOwnPattern();
  for (const [part, name] of [
    ['Author', 'maya.ink_01.mp4'],
    ['Post ID', 'DR4nB8xQz1K_01.mp4'],
    ['Number', '01.mp4'],
    ['Date', '2026-11-22_01.mp4'],
    ['Text', 'Morning at the harbor_01.mp4'],
    ['Type', 'video_01.mp4'],
  ] as const) {
    await pattern.fill('');
    await press(part);
    await expect.element(dialog.getByText(`Example: ${name}`, { exact: true })).toBeVisible();
  }
});

test('an invalid pattern shows the reason, and the last valid one stays', async () => {
  const { dialog, pattern } = await openOwnPattern();
  const field = dialog.getByRole('textbox');
  for (const [input, reason] of [
    ['...', 'A file name can’t be only dots and spaces. Add a placeholder or a letter.'],
    ['a'.repeat(121), 'The pattern is too long. Use up to 120 characters.'],
    ['{user', 'A brace is missing. Write placeholders like this: {user}'],
    [
      '{nobody}',
      'There’s no placeholder called “nobody”. Use one of these: {user} {code} {index} {date} {text} {type}',
    ],
    ['a/b', 'A file name can’t contain “/”. Remove this character.'],
    ['a\u200bb', 'The pattern contains an invisible character. Type the pattern again.'],
  ] as const) {
    await pattern.fill('{user} {index}');
    await expect.element(field).toBeValid();
    await pattern.fill(input);
    await expect.element(dialog.getByText(reason, { exact: true })).toBeVisible();
    await expect
      .element(
        dialog.getByText('Until you fix the pattern, files are named with the previous one: {user} {index}', {
          exact: true,
        }),
      )
      .toBeVisible();
    await expect.element(field).toBeInvalid();
    const [, outcome] = (field.element().getAttribute('aria-describedby') ?? '').split(' ');
    expect(document.getElementById(outcome ?? '')?.textContent).toContain(
      'files are named with the previous one',
    );
    expect(stored(settingsStorageKey)).toEqual({ template: '{user} {index}', history: false });
  }
});

test('an invalid pattern after an empty one leaves the default name', async () => {
  const { dialog, pattern } = await openOwnPattern();
  await pattern.fill('');
  await pattern.fill('{');
  await expect
    .element(dialog.getByText('Until you fix the pattern, files get the default name.', { exact: true }))
    .toBeVisible();
  expect(stored(settingsStorageKey)).toBeNull();
});

test('the pattern survives closing the dialog', async () => {
  const { button, pattern, style, press } = await openOwnPattern();
  await pattern.fill('{type}');
  await press('Done');
  await button.click();
  await expect.element(style('Custom pattern')).toBeChecked();
  await expect.element(pattern).toHaveValue('{type}');
});
