import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Accounts } from '#accounts/accounts.ts';
import type { AuthSession } from '#accounts/contract.ts';
import type { Suggestions } from '#ai/contract.ts';
import type { BackupService } from '#backup/backup.ts';
import type { BlogChange, BlogReader } from '#blog/contract.ts';
import type { Actor, BlogEditor } from '#blog/editing-contract.ts';
import type { ImageStore } from '#blog/images.ts';
import type { PreviewLinks } from '#blog/preview-links.ts';
import type { Taxonomy } from '#blog/taxonomy-contract.ts';
import type { ExtractMediaOptions, ExtractResponse } from '#extraction/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import type { TransferReport } from '#media/contract.ts';
import type { MediaService } from '#media/serve.ts';
import type { ConcurrencyLimit } from '#platform/limits/concurrency-limit.ts';
import type { RateLimits } from '#platform/limits/rate-limiter.ts';
import type { Logger } from '#platform/logger.ts';
import type { Result } from '#platform/result.ts';
import type { StrategyAttempt } from '#threads/contract.ts';
import type { GlossaryStore, TranslationReview, TranslationRuns } from '#translation/contract.ts';
import type { ChallengeService } from '#verification/challenge.ts';
import type { ProofOfWork } from '#verification/proof-of-work.ts';
import type { ContactErrorCode, ContactMessage } from '#web/contact-message.ts';
import type { Client } from './middleware/client.ts';
import type { LimitGroup } from './request-limits.ts';

export type ResponseGroup = 'page' | 'media' | 'function' | 'blog' | 'admin' | 'file' | 'probe';

/** Every label has a closed set of values; none comes from a client. */
export interface Metrics {
  /** `code`: null on success. */
  recordExtraction(code: string | null, strategy: string, milliseconds: number): void;
  recordAttempt(attempt: StrategyAttempt): void;
  recordTransfer(transfer: TransferReport): void;
  recordResponse(group: ResponseGroup, status: number): void;
  recordPageCache(isHit: boolean): void;
  recordJob(queue: string, isDone: boolean): void;
  recordModelCall(kind: string, outcome: string, tokens: number): void;
  recordRateLimit(group: string): void;
  recordProofOfWork(outcome: string): void;
  recordApiKey(isKnown: boolean): void;
  watchReadiness(read: () => boolean): void;
  contentType: string;
  render(): Promise<string>;
}

export interface Services {
  log: Logger;
  metrics: Metrics;
  /** May be a few seconds old. */
  isDatabaseReachable(): boolean;
  /** `link` may be any text that contains a post link. Never rejects: errors are responses with a code. */
  extractMedia(link: string, locale: Locale, choice?: ExtractMediaOptions): Promise<ExtractResponse>;
  hasPostLink(text: string): boolean;
  media: MediaService;
  limits: RateLimits<LimitGroup>;
  verification: ChallengeService;
  proofs: ProofOfWork | null;
  contactEmail: string | null;
  contactDelivery: 'screen' | 'mail';
  /** Rate-limited. Errors are logged without the message. */
  sendMessage(message: ContactMessage): Promise<Result<null, ContactErrorCode>>;
  /** A PNG of 1200 by 630 pixels. Without a title, it is the card of the site. */
  renderShareCard(locale: Locale, title?: string): Promise<Uint8Array<ArrayBuffer>>;
  blog: BlogReader;
  editor: BlogEditor;
  taxonomy: Taxonomy;
  imageStore: ImageStore;
  previews: PreviewLinks;
  accounts: Accounts;
  backup: BackupService;
  suggestions: Suggestions;
  runs: TranslationRuns;
  translationReview: TranslationReview;
  glossaryStore: GlossaryStore;
  readStoredImage(id: string, variant: string): Promise<{ bytes: Uint8Array; type: string } | null>;
  onBlogChange(listener: (change: BlogChange) => void): void;
  now(): number;
  random(): number;
  /** Never rejects. */
  start(): Promise<void>;
  shutdownSignal: AbortSignal;
  /** Aborts `shutdownSignal` and starts no more background work. Work in progress continues. */
  startShutdown(): void;
  stop(): Promise<void>;
}

export type WebHandler = (request: Request) => Promise<Response>;

export interface RequestVariables {
  publicOrigin: string;
  /** Of Accept-Language; in admin routes, of the signed-in user. */
  locale: Locale;
  client: Client;
  limits: Services['limits'];
  extractionLimit: ConcurrencyLimit;
  /** This and the rest only in admin routes. */
  user: AuthSession['user'];
  actor: Actor;
  /** Checks the session again: a role change ends it, and a body may take minutes to arrive. */
  isStillSignedIn: () => Promise<boolean>;
}

export interface AppEnv {
  Bindings: HttpBindings;
  Variables: RequestVariables;
}

export type AppContext = Context<AppEnv>;
