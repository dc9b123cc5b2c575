import { createHash } from 'node:crypto';
import { deriveAccentPalettes } from '#settings/accent-color.ts';

/** The path contains the color, so that every node can serve it, whatever its own settings are at that time. */
export function themeStylesheetPath(color: string): string {
  const digest = createHash('sha256').update(renderThemeStylesheet(color)).digest('hex').slice(0, 8);
  return `/theme/${color.slice(1)}-${digest}.css`;
}

/** Sets the custom properties for which `styles.css` has defaults. */
export function renderThemeStylesheet(color: string): string {
  const properties = Object.entries(deriveAccentPalettes(color)).flatMap(([theme, palette]) =>
    Object.entries(palette).map(([name, value]) => `--${name}-${theme}:${value}`),
  );
  return `:root{${properties.join(';')}}`;
}
