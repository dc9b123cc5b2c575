import { expect, onTestFinished, test } from 'vitest';
import { applyTheme } from '../../appearance/theme.ts';
import { openSettings, stored } from './fixtures/open-settings.tsx';
import { settingsStorageKey, settingsStore } from './settings-store.ts';

async function openTheme() {
  onTestFinished(() => applyTheme(undefined));
  const { dialog, importFile } = await openSettings();
  const group = dialog.getByRole('group', { name: 'Theme' });
  return { importFile, radio: (name: string) => group.getByRole('radio', { name }) };
}
const currentTheme = () => document.documentElement.dataset.theme;

test('the theme follows the system until one is chosen, and again afterwards', async () => {
  const { radio } = await openTheme();
  await expect.element(radio('System')).toBeChecked();
  await radio('Dark').click();
  await expect.element(radio('Dark')).toBeChecked();
  await expect.poll(currentTheme).toBe('dark');
  expect(stored(settingsStorageKey)).toEqual({ template: '', history: false, theme: 'dark' });
  await radio('System').click();
  await expect.poll(currentTheme).toBe(undefined);
  // So that the system's theme also overrides a default of the site.
  expect(stored(settingsStorageKey)).toEqual({ template: '', history: false, theme: 'system' });
});

test('an imported theme applies at once, and a file without one keeps it', async () => {
  const { radio, importFile } = await openTheme();
  const settings = { template: '', history: false };
  await importFile(JSON.stringify({ unspool: 1, settings: { ...settings, theme: 'dark' } }));
  await expect.poll(currentTheme).toBe('dark');
  await importFile(JSON.stringify({ unspool: 1, settings: { ...settings, history: true } }));
  await expect.poll(() => settingsStore.getState().settings.history).toBe(true);
  await expect.element(radio('Dark')).toBeChecked();
  expect(currentTheme()).toBe('dark');
});
