export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];
/** `system` is a choice too: it overrides the site's default. */
export const themeChoices = ['system', ...themes] as const;
export type ThemeChoice = (typeof themeChoices)[number];

/** The page background in styles.css. */
export const themeColors: Record<Theme, string> = { light: '#fbfaf8', dark: '#161311' };

/** Part of `themeScript`. Without a choice, the page follows the site's default. */
export function applyTheme(choice: unknown): void {
  const { documentElement, head } = document;
  head.querySelector('meta[name=theme-color]:not([media])')?.remove();
  delete documentElement.dataset.theme;
  const isChoice = choice === 'light' || choice === 'dark' || choice === 'system';
  const theme = isChoice ? choice : documentElement.dataset.defaultTheme;
  if (theme !== 'light' && theme !== 'dark') return;
  documentElement.dataset.theme = theme;
  const meta = document.createElement('meta');
  meta.name = 'theme-color';
  meta.content = theme === 'dark' ? '#161311' : '#fbfaf8';
  // The first one that applies wins; those for the system's theme follow.
  head.prepend(meta);
}

/**
 * `pageshow` updates a page that Back restores, `storage` one in another tab. Buttons with `data-theme-choice` store their
 * theme in the settings; a page with a settings store then reads them again.
 */
export function themeScript(storageKey: string): string {
  return `{
  const applyTheme = ${applyTheme};
  const readSettings = () => {
    try { return JSON.parse(localStorage.getItem('${storageKey}')) } catch {}
  };
  let choice;
  const getTheme = () => choice ?? readSettings()?.theme;
  const markChoice = () => {
    const current = getTheme() ?? document.documentElement.dataset.defaultTheme ?? 'system';
    for (const button of document.querySelectorAll('[data-theme-choice]'))
      button.ariaPressed = button.dataset.themeChoice === current;
  };
  const applyStoredTheme = () => {
    applyTheme(getTheme());
    markChoice();
  };
  applyStoredTheme();
  for (const type of ['pageshow', 'storage']) addEventListener(type, applyStoredTheme);
  addEventListener('beforetoggle', markChoice, true);
  addEventListener('click', ({ target }) => {
    const theme = target.closest?.('[data-theme-choice]')?.dataset.themeChoice;
    if (!theme) return;
    try {
      const settings = { template: '', history: false, ...readSettings(), theme };
      localStorage.setItem('${storageKey}', JSON.stringify(settings));
    } catch { choice = theme }
    applyTheme(theme);
    markChoice();
    dispatchEvent(new StorageEvent('storage'));
  });
}`;
}
