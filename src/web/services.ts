import { createContext } from 'react-router';
import type { Accounts } from '#accounts/accounts.ts';
import type { ModelErrorCode, Suggestions } from '#ai/contract.ts';
import type { DataJobs } from '#backup/data-jobs.ts';
import type { RestoreRehearsal } from '#backup/rehearsal.ts';
import type { Authors } from '#blog/authors-contract.ts';
import type { BlogReader } from '#blog/contract.ts';
import type { BlogEditor } from '#blog/editing-contract.ts';
import type { ImageStore } from '#blog/images.ts';
import type { PreviewLinks } from '#blog/preview-links.ts';
import type { Taxonomy } from '#blog/taxonomy-contract.ts';
import type { ExtractMediaOptions, ExtractResponse } from '#extraction/contract.ts';
import type { Figures } from '#figures/figures.ts';
import type { Locale } from '#i18n/locales.ts';
import type { Inbox, StoredContactMessage } from '#inbox/contract.ts';
import type { Email } from '#platform/mail/smtp.ts';
import type { Result } from '#platform/result.ts';
import type { SendMailError, ServerSettings, Settings } from '#settings/contract.ts';
import type {
  GlossaryStore,
  MachineNote,
  ReviewQueue,
  TranslationReview,
  TranslationRuns,
} from '#translation/contract.ts';
import type { PostReviews } from '#translation/post-review-contract.ts';
import type { SideBySideTranslations } from '#translation/side-by-side-contract.ts';
import type { Challenge } from '#verification/contract.ts';

/** Size in pixels. `maskable` has a margin that phones may cut off. */
export type SiteIconVariant = '180' | '192' | '512' | 'maskable';

/** Counted by this installation; null if it doesn't count. */
export interface RealCounts {
  downloads: number | null;
}

/** `unavailable`: the database can't be written. */
export type SendMessageErrorCode = 'busy' | 'full' | 'unavailable';

export interface WebServices {
  accounts: Accounts;
  blog: BlogReader;
  editor: BlogEditor;
  previews: PreviewLinks;
  suggestions: Pick<Suggestions, 'models'>;
  taxonomy: Taxonomy;
  authors: Authors;
  runs: Pick<TranslationRuns, 'findLatestByPost'>;
  translationReview: Pick<TranslationReview, 'read'>;
  machineNote: Pick<MachineNote, 'isOn' | 'isShownOn'>;
  sideBySide: Pick<SideBySideTranslations, 'read'>;
  postReviews: PostReviews;
  reviewQueue: ReviewQueue;
  glossaryStore: Pick<GlossaryStore, 'listStyleGuides' | 'readTokenUsage'>;
  extractMedia(link: string, locale: Locale, choice?: ExtractMediaOptions): Promise<ExtractResponse>;
  verification: {
    issue(): { challenge: Challenge; token: string };
    verify(token: string, answer: string): boolean;
  };
  /** True if a program needs a proof of work or an API key. */
  requiresProof(): boolean;
  /** Milliseconds since 1970. */
  now(): number;
  random(): number;
  settings: Settings;
  /** Server settings that the environment sets, without the values of secrets. */
  fixedSettings: ServerSettings;
  /** Sends an email to the contact address with the current settings. */
  sendTestMail(email: { subject: string; text: string }): Promise<Result<null, SendMailError>>;
  /** Sends a short prompt with the current settings. */
  testModel(signal: AbortSignal): Promise<Result<null, ModelErrorCode>>;
  dataJobs: Pick<DataJobs, 'read' | 'listPrevious'>;
  rehearsal: Pick<RestoreRehearsal, 'readStatus'>;
  imageStore: Pick<ImageStore, 'store'>;
  contactEmail(): string | null;
  /** Stores a valid message and notifies the owner. Rate-limited. */
  sendMessage(message: StoredContactMessage): Promise<Result<null, SendMessageErrorCode>>;
  inbox: Inbox;
  /** Sends an email from the contact address. */
  sendReply(email: Pick<Email, 'to' | 'subject' | 'text'>): Promise<Result<null, SendMailError>>;
  /** Without a trailing slash. */
  publicOrigin: string;
  /** A PNG of 1200 by 630 pixels. Without a title, the card is for the site. */
  renderShareCard(locale: Locale, title?: string): Promise<Uint8Array<ArrayBuffer>>;
  /** A PNG; null without such an image. `icon`: a variant of a stored image. */
  renderSiteIcon(icon: string, variant: SiteIconVariant): Promise<Uint8Array<ArrayBuffer> | null>;
  realCounts(): RealCounts;
  figures: Pick<
    Figures,
    | 'readBlog'
    | 'readPost'
    | 'readServer'
    | 'readStatus'
    | 'hasPrices'
    | 'isThreadsChanging'
    | 'recordSearchWithoutResults'
  >;
  isUnavailable(error: unknown): boolean;
  onMissingPath(path: string): void;
  onRenderError(error: unknown): void;
}

export const servicesContext = createContext<WebServices>();
