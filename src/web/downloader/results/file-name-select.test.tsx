import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { buildCarousel, buildExtractResponse } from '../fixtures/build-response.ts';
import { recordSavedFiles, renderDownloader, renderFound } from '../fixtures/render-downloader.tsx';
import { stored } from '../settings/fixtures/open-settings.tsx';
import { settingsStorageKey, settingsStore } from '../settings/settings-store.ts';
import { visitVerification } from '../verification/visit-verification.ts';

const select = page.getByRole('combobox', { name: 'File names' });

async function renderUnlocked(...[body, options]: Parameters<typeof renderFound>) {
  visitVerification.remember();
  const downloader = await renderDownloader([{ body }], options);
  await page.getByRole('textbox').first().fill('https://www.threads.com/@maker/post/DAbcdefgh01');
  await userEvent.keyboard('{Enter}');
  return downloader;
}

test.each([
  ['en', 'File names', ['Simple', 'Author and post', 'Date and text']],
  ['de', 'Dateinamen', ['Einfach', 'Autor und Beitrag', 'Datum und Text']],
  ['th', 'ชื่อไฟล์', ['แบบง่าย', 'ผู้เขียนและโพสต์', 'วันที่และข้อความ']],
] as const)('in %s, each style shows the name of the first file', async (locale, name, styles) => {
  await page.viewport(390, 844);
  await renderUnlocked(buildCarousel(2), { locale });
  document.documentElement.lang = locale;
  const control = page.getByRole('combobox', { name });
  await expect.element(control).toHaveDisplayValue(styles[0]);
  await expect.element(control).toHaveAccessibleDescription(/threads-video-1-\d{13}\.mp4$/);
  await userEvent.selectOptions(control, styles[1]);
  await expect.element(control).toHaveAccessibleDescription(/maker_DAbcdefgh01_01\.mp4$/);
  await userEvent.selectOptions(control, styles[2]);
  await expect.element(control).toHaveAccessibleDescription(/2026-10-02_maker_Words of the post_01\.mp4$/);
  await expectAccessible();
});

test('the chosen style is stored and names the next file', async () => {
  const files = recordSavedFiles();
  const downloader = await renderUnlocked(buildExtractResponse());
  await downloader.downloads.click();
  await expect.poll(() => files[0]?.name).toMatch(/^threads-video-1-\d{13}\.mp4$/);
  expect(stored(settingsStorageKey)).toBeNull();
  await userEvent.selectOptions(select, 'Author and post');
  expect(stored(settingsStorageKey)).toEqual({ template: '{user}_{code}', history: false });
  await downloader.downloads.click();
  await expect.poll(() => files[1]?.name).toBe('maker_DAbcdefgh01.mp4');
});

test('a pattern of one’s own is an option, and stays one', async () => {
  settingsStore.updateSettings({ template: '{type}' });
  await renderUnlocked(buildExtractResponse());
  await expect.element(select).toHaveDisplayValue('Custom pattern');
  await expect.element(page.getByText('Example: video.mp4')).toBeVisible();
  await userEvent.selectOptions(select, 'Simple');
  expect(settingsStore.getState().settings.template).toBe('');
  await userEvent.selectOptions(select, 'Custom pattern');
  expect(settingsStore.getState().settings.template).toBe('{type}');
});

test('before the sum, nothing asks for a name', async () => {
  await renderFound(buildExtractResponse());
  await expect.element(select).not.toBeInTheDocument();
});
