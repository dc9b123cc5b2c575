import type { Page } from 'playwright';
import type { BrowserCommand } from 'vitest/node';

type Media = NonNullable<Parameters<Page['emulateMedia']>[0]>;

declare module 'vitest/browser' {
  interface BrowserCommands {
    emulateMedia(media: Media): Promise<void>;
  }
}

export const emulateMedia: BrowserCommand<[media: Media]> = ({ page }, media) => page.emulateMedia(media);
