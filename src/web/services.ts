import { createContext } from 'react-router';
import type { Accounts } from '#accounts/create-accounts.ts';
import type { Assistant, TranslationBooks, TranslationNotes, TranslationRuns } from '#assistant/contract.ts';
import type { BlogReader } from '#blog/contract.ts';
import type { Desk, Shelves } from '#desk/contract.ts';
import type { PreviewLinks } from '#desk/preview-links.ts';
import type { Locale } from '#i18n/locales.ts';
import type { ExtractAnswer, ExtractChoice } from '#media/contract.ts';
import type { Result } from '#platform/result.ts';
import type { Challenge } from '#verification/contract.ts';
import type { ContactMessage, SendErrorCode } from './contact/contact-message.ts';

/** What the pages need from the server; the composition root provides it. */
export interface WebServices {
  accounts: Accounts;
  blog: BlogReader;
  desk: Desk;
  previews: PreviewLinks;
  /** What there are models for: suggestions work without them too. */
  assistant: Pick<Assistant, 'models'>;
  shelves: Shelves;
  runs: Pick<TranslationRuns, 'lastOf'>;
  translationNotes: Pick<TranslationNotes, 'read'>;
  translationBooks: Pick<TranslationBooks, 'listStyles' | 'spending'>;
  extractMedia(link: string, locale: Locale, choice?: ExtractChoice): Promise<ExtractAnswer>;
  verification: {
    issue(): { challenge: Challenge; token: string };
    verify(token: string, typed: string): boolean;
  };
  /** Whether a program has to work for what it saves, or to have a key. */
  asksForProofs: boolean;
  /** Milliseconds since 1970. */
  now(): number;
  /** In [0, 1). */
  random(): number;
  contactEmail: string | null;
  /** Whether a message stays on the visitor's screen or goes to `contactEmail` by mail. */
  contactDelivery: 'screen' | 'mail';
  /** Delivers a checked message; only where `contactDelivery` is `mail`. */
  sendMessage(message: ContactMessage): Promise<Result<null, SendErrorCode>>;
  /** Where visitors reach the site, without a slash at its end. */
  publicOrigin: string;
  /** A preview picture in a language, a PNG of 1200 by 630 pixels: with a title, or of the site itself. */
  drawCard(locale: Locale, title?: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Whether a call failed because nothing can be kept, on a disk that is full or read-only. */
  isUnwritable(error: unknown): boolean;
  onMissingPath(path: string): void;
  onRenderError(error: unknown): void;
}

/** How loaders and actions reach the services of their process. */
export const servicesContext = createContext<WebServices>();
