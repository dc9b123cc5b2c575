import { settingsStorageKey } from '../downloader/settings/settings-schema.ts';
import { suggestionScript } from '../layout/suggest-locale.ts';
import { themeScript } from '../theme.ts';

/** Adds what runs before the first paint. Hydration ignores it. Only a page with messages gets hydrated. */
export function addEarlyScripts(html: string): string {
  const isHydrated = / data-words="/.test(html.slice(0, html.indexOf('>', html.indexOf('<html'))));
  const script = themeScript(settingsStorageKey) + (isHydrated ? suggestionScript() : '');
  return html.replace('</head>', () => `<script>${script}</script></head>`);
}
