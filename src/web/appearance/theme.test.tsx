import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { commands } from 'vitest/browser';
import { settingsStorageKey } from '../downloader/settings/settings-schema.ts';
import { settingsStore } from '../downloader/settings/settings-store.ts';
import { applyTheme, type Theme, themeScript } from './theme.ts';

const colors = { light: 'rgb(251, 250, 248)', dark: 'rgb(22, 19, 17)' };
const pageColor = () => getComputedStyle(document.body).backgroundColor;
const themeColor = () =>
  document.querySelector<HTMLMetaElement>('meta[name=theme-color]:not([media])')?.content;

beforeEach(() =>
  onTestFinished(() => {
    delete document.documentElement.dataset.defaultTheme;
    applyTheme(undefined);
  }),
);

function runThemeScript(): void {
  const script = document.createElement('script');
  script.textContent = themeScript(settingsStorageKey);
  document.head.append(script);
  script.remove();
}

test.each([
  ['light', 'dark'],
  ['dark', 'light'],
] as const)('the theme “%s” overrides a %s system', async (theme, system) => {
  await commands.emulateMedia({ colorScheme: system });
  expect(pageColor()).toBe(colors[system]);
  applyTheme(theme);
  expect(pageColor()).toBe(colors[theme]);
  applyTheme(undefined);
  expect(pageColor()).toBe(colors[system]);
});

test('the browser frame has the color of the chosen theme, and that of the system without one', () => {
  for (const [theme, color] of [
    ['dark', '#161311'],
    ['light', '#fbfaf8'],
    [undefined, undefined],
  ] as const) {
    applyTheme(theme);
    expect(themeColor()).toBe(color);
  }
});

test('print is light in every theme', async () => {
  applyTheme('dark');
  await commands.emulateMedia({ media: 'print' });
  expect(pageColor()).not.toBe(colors.dark);
  expect(getComputedStyle(document.documentElement).colorScheme).not.toBe('dark');
});

test('the inline script applies the theme that the settings stored', () => {
  settingsStore.updateSettings({ theme: 'dark' });
  runThemeScript();
  expect(pageColor()).toBe(colors.dark);
});

test('the inline script follows another tab and a page that Back restores', () => {
  runThemeScript();
  for (const [type, theme] of [
    ['storage', 'dark'],
    ['pageshow', 'light'],
  ] as const) {
    settingsStore.updateSettings({ theme });
    window.dispatchEvent(new Event(type));
    expect(document.documentElement.dataset.theme).toBe(theme);
  }
});

test.each(['', '{', 'null', '[]', '{"template":"","history":true}', '{"theme":"pink"}', '{"theme":1}'])(
  'the inline script ignores stored settings without a valid theme: %s',
  (stored) => {
    localStorage.setItem(settingsStorageKey, stored);
    runThemeScript();
    expect(document.documentElement.dataset.theme).toBe(undefined satisfies Theme | undefined);
  },
);

test.each([
  [undefined, 'dark', '#161311'],
  ['light', 'light', '#fbfaf8'],
  ['system', undefined, undefined],
] as const)('on a site that is dark by default, the choice “%s” means “%s”', async (choice, theme, color) => {
  await commands.emulateMedia({ colorScheme: 'light' });
  document.documentElement.dataset.defaultTheme = 'dark';
  settingsStore.updateSettings({ theme: choice });
  runThemeScript();
  expect(document.documentElement.dataset.theme).toBe(theme);
  expect(pageColor()).toBe(colors[theme ?? 'light']);
  expect(themeColor()).toBe(color);
});

/** The buttons of the language menu, which React does not hydrate. */
function addChoices() {
  const list = document.createElement('div');
  list.innerHTML = ['system', 'light', 'dark']
    .map((theme) => `<button type="button" data-theme-choice="${theme}"><span>${theme}</span></button>`)
    .join('');
  document.body.append(list);
  onTestFinished(() => list.remove());
  return {
    choose: (theme: string) => list.querySelector<HTMLElement>(`[data-theme-choice=${theme}] span`)?.click(),
    pressed: () =>
      [...list.querySelectorAll<HTMLElement>('[aria-pressed=true]')].map((button) => button.textContent),
  };
}

test('a button of the page stores its theme beside the other settings, and is pressed', () => {
  const { choose, pressed } = addChoices();
  settingsStore.updateSettings({ history: true });
  runThemeScript();
  expect(pressed()).toEqual(['system']);
  choose('dark');
  expect(pageColor()).toBe(colors.dark);
  expect(pressed()).toEqual(['dark']);
  expect(JSON.parse(localStorage.getItem(settingsStorageKey) ?? '')).toEqual({
    template: '',
    history: true,
    theme: 'dark',
  });
  settingsStore.refresh();
  expect(settingsStore.getState().settings).toMatchObject({ history: true, theme: 'dark' });
});

test('without storage, a chosen theme lasts as long as the page', () => {
  const { choose, pressed } = addChoices();
  runThemeScript();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('stub', 'QuotaExceededError');
  });
  choose('dark');
  window.dispatchEvent(new Event('pageshow'));
  expect(pageColor()).toBe(colors.dark);
  expect(pressed()).toEqual(['dark']);
});
