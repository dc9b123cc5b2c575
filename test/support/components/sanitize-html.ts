import type { BrowserCommand } from 'vitest/node';
import { sanitizeContent } from '#content/sanitize-content.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** As the server stores it. Browsers don't have the packages of the sanitizer. */
    sanitizeHtml(html: readonly string[]): Promise<string[]>;
  }
}

export const sanitizeHtml: BrowserCommand<[html: readonly string[]]> = (_, html) => html.map(sanitizeContent);
