import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { AuthSession } from '#accounts/contract.ts';
import type { Suggestions } from '#ai/contract.ts';
import type { TextSuggestions } from '#ai/text-contract.ts';
import type { BackupService } from '#backup/backup.ts';
import type { DataJobs } from '#backup/data-jobs.ts';
import type { ClipStore } from '#blog/clips.ts';
import type { BlogChange } from '#blog/contract.ts';
import type { Actor } from '#blog/editing-contract.ts';
import type { ImageStore } from '#blog/images.ts';
import type { EmbeddedThreadsPost } from '#content/block-contract.ts';
import type { Figures } from '#figures/figures.ts';
import type { Locale } from '#i18n/locales.ts';
import type { TransferReport } from '#media/contract.ts';
import type { MediaService } from '#media/serve.ts';
import type { ConcurrencyLimit } from '#platform/limits/concurrency-limit.ts';
import type { RateLimits } from '#platform/limits/rate-limiter.ts';
import type { Logger } from '#platform/logger.ts';
import type { Result } from '#platform/result.ts';
import type { ExtractionError, StrategyAttempt } from '#threads/contract.ts';
import type {
  Corrections,
  GlossaryStore,
  MachineNote,
  TranslationReview,
  TranslationRuns,
} from '#translation/contract.ts';
import type { SideBySideTranslations } from '#translation/side-by-side-contract.ts';
import type { ProofOfWork } from '#verification/proof-of-work.ts';
import type { WebServices } from '#web/services.ts';
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

/** What `app/start-server.ts` adds for the pages. */
type PageCallbacks = 'publicOrigin' | 'isUnavailable' | 'onMissingPath' | 'onRenderError';

export interface Services extends Omit<WebServices, PageCallbacks> {
  log: Logger;
  metrics: Metrics;
  /** May be a few seconds old. */
  isDatabaseReachable(): boolean;
  /** `link` may be any text that contains a post link. Never rejects: errors are responses with a code. */
  extractMedia: WebServices['extractMedia'];
  hasPostLink(text: string): boolean;
  /** Reads a post of Threads and stores its images. `locale` is the article's. Rejects if the storage fails. */
  readThreadsPost(
    link: string,
    locale: Locale,
    signal: AbortSignal,
  ): Promise<Result<EmbeddedThreadsPost, ExtractionError>>;
  media: MediaService;
  limits: RateLimits<LimitGroup>;
  proofs: ProofOfWork;
  figures: Figures;
  imageStore: ImageStore;
  clips: ClipStore;
  backup: BackupService;
  dataJobs: DataJobs;
  suggestions: Suggestions;
  textSuggestions: TextSuggestions;
  runs: TranslationRuns;
  translationReview: TranslationReview;
  corrections: Corrections;
  sideBySide: SideBySideTranslations;
  machineNote: MachineNote;
  glossaryStore: GlossaryStore;
  readStoredImage(id: string, variant: string): Promise<{ bytes: Uint8Array; type: string } | null>;
  onBlogChange(listener: (change: BlogChange) => void): void;
  /** Never rejects. */
  start(): Promise<void>;
  /** Starts no more background work. Work in progress continues. */
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
  sessionId: string;
  /** Checks the session or the set-up link again: a body may take minutes to arrive, and a role change ends a session. */
  isStillSignedIn: () => Promise<boolean>;
}

export interface AppEnv {
  Bindings: HttpBindings;
  Variables: RequestVariables;
}

export type AppContext = Context<AppEnv>;
