import { themeScript } from '../appearance/theme.ts';
import { settingsStorageKey } from '../downloader/settings/settings-schema.ts';
import { suggestionScript } from '../layout/language/suggest-locale.ts';

/** Adds what runs before the first paint. Hydration ignores it. Only a page with scripts suggests a language. */
export function addEarlyScripts(html: string, nonce: string): string {
  const hasScripts = / data-scripts="/.test(html.slice(0, html.indexOf('>', html.indexOf('<html'))));
  const script = themeScript(settingsStorageKey) + (hasScripts ? suggestionScript() : '');
  return html.replace('</head>', () => `<script nonce="${nonce}">${script}</script></head>`);
}
