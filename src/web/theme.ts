export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Part of `themeScript`. Without a theme, the page follows the system. */
export function applyTheme(theme: unknown): void {
  const { documentElement, head } = document;
  head.querySelector('meta[name=theme-color]:not([media])')?.remove();
  delete documentElement.dataset.theme;
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
