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

/** `pageshow` updates a page that Back restores, `storage` one in another tab. */
export function themeScript(storageKey: string): string {
  return `{
  const applyTheme = ${applyTheme};
  const applyStoredTheme = () => {
    let theme;
    try { theme = JSON.parse(localStorage.getItem('${storageKey}')).theme } catch {}
    applyTheme(theme);
  };
  applyStoredTheme();
  for (const type of ['pageshow', 'storage']) addEventListener(type, applyStoredTheme);
}`;
}
