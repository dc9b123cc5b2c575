import { createContext } from 'react-router';
import type { Accounts } from '#accounts/accounts.ts';
import type { Suggestions } from '#ai/contract.ts';
import type { BlogReader } from '#blog/contract.ts';
import type { BlogEditor } from '#blog/editing-contract.ts';
import type { PreviewLinks } from '#blog/preview-links.ts';
import type { Taxonomy } from '#blog/taxonomy-contract.ts';
import type { ExtractMediaOptions, ExtractResponse } from '#extraction/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import type { Result } from '#platform/result.ts';
import type { GlossaryStore, TranslationReview, TranslationRuns } from '#translation/contract.ts';
import type { Challenge } from '#verification/contract.ts';
import type { ContactErrorCode, ContactMessage } from './contact-message.ts';

export interface WebServices {
  accounts: Accounts;
  blog: BlogReader;
  editor: BlogEditor;
  previews: PreviewLinks;
  suggestions: Pick<Suggestions, 'models'>;
  taxonomy: Taxonomy;
  runs: Pick<TranslationRuns, 'findLatestByPost'>;
  translationReview: Pick<TranslationReview, 'read'>;
  glossaryStore: Pick<GlossaryStore, 'listStyleGuides' | 'readTokenUsage'>;
  extractMedia(link: string, locale: Locale, choice?: ExtractMediaOptions): Promise<ExtractResponse>;
  verification: {
    issue(): { challenge: Challenge; token: string };
    verify(token: string, answer: string): boolean;
  };
  /** True if a program needs a proof of work or an API key. */
  requiresProofOfWork: boolean;
  /** Milliseconds since 1970. */
  now(): number;
  random(): number;
  contactEmail: string | null;
  /** `screen` shows the message to the client, `mail` sends it to `contactEmail`. */
  contactDelivery: 'screen' | 'mail';
  sendMessage(message: ContactMessage): Promise<Result<null, ContactErrorCode>>;
  /** Without a trailing slash. */
  publicOrigin: string;
  /** A PNG of 1200 by 630 pixels. Without a title, the card is for the site. */
  renderShareCard(locale: Locale, title?: string): Promise<Uint8Array<ArrayBuffer>>;
  isStorageUnavailable(error: unknown): boolean;
  onMissingPath(path: string): void;
  onRenderError(error: unknown): void;
}

export const servicesContext = createContext<WebServices>();
