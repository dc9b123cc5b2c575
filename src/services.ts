import { join } from 'node:path';
import { type Accounts, createAccounts } from '#accounts/create-accounts.ts';
import type { PasswordHashing } from '#accounts/create-auth.ts';
import type { BackupService } from '#archive/create-archive.ts';
import type { GlossaryStore, Suggestions, TranslationReview, TranslationRuns } from '#assistant/contract.ts';
import { detectLanguage } from '#assistant/guess-language.ts';
import { createBlogChangeEvents } from '#blog/blog-changes.ts';
import type { BlogChange, BlogReader } from '#blog/contract.ts';
import { createBlogReader } from '#blog/create-blog-reader.ts';
import { createBlogWriter } from '#blog/create-blog-writer.ts';
import { createImageStore, type ImageStore } from '#blog/create-pictures.ts';
import { createImageFetcher } from '#blog/fetch-picture.ts';
import { readStoredImage } from '#blog/read-picture.ts';
import { normalizeSlug, unicodeSlug } from '#blog/slug.ts';
import { normalizeLine } from '#blog/sound-text.ts';
import type { Config } from '#config.ts';
import { createAiServices } from '#create-assistance.ts';
import { createExtractor, loopbackOrigins } from '#create-extraction.ts';
import { createMailer } from '#create-letters.ts';
import { createMetrics, type Metrics } from '#create-measures.ts';
import { type Database, type DatabaseError, openDatabase } from '#database/connect.ts';
import { createJobs } from '#database/jobs.ts';
import type { BlogEditor, Taxonomy } from '#desk/contract.ts';
import { createBlogEditor } from '#desk/create-desk.ts';
import { createPreviewLinks, type PreviewLinks } from '#desk/preview-links.ts';
import { createTaxonomy } from '#desk/shelves.ts';
import { type LimitGroup, requestLimits } from '#http/call-limits.ts';
import { defaultLocale, type Locale, locales, preferredLocale } from '#i18n/locales.ts';
import { localizedPath, splitLocale } from '#i18n/localized-path.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import type { ExtractMediaOptions, ExtractResponse } from '#media/contract.ts';
import type { MediaService } from '#media/create-media.ts';
import { openBackupService } from '#open-archive.ts';
import { readOrCreateSecret } from '#platform/app-secret.ts';
import { createImageRenderer } from '#platform/card-renderer.ts';
import { connectValkey } from '#platform/connect-valkey.ts';
import { createShareCardRenderer } from '#platform/draw-card.ts';
import { createCoverRenderer } from '#platform/draw-cover.ts';
import { cacheShareCards } from '#platform/keep-cards.ts';
import type { ModelLimits } from '#platform/language-model.ts';
import { createLogger, type Logger } from '#platform/logger.ts';
import { openFileStore } from '#platform/open-file-store.ts';
import { createRateLimits, type RateLimits } from '#platform/rate-limits.ts';
import { ok, type Result } from '#platform/result.ts';
import { createSealer, deriveKey } from '#platform/sealed-token.ts';
import { seedDatabase } from '#sow-first-articles.ts';
import { findPostLink } from '#threads/find-post-link.ts';
import { createProofOfWork, type ProofOfWork } from '#verification/create-proofs.ts';
import { type ChallengeService, createChallengeService } from '#verification/create-verification.ts';
import { blogPostPath } from '#web/blog/post-path.ts';
import type { ContactErrorCode, ContactMessage } from '#web/contact/contact-message.ts';
import { formatRequestError, type RequestError } from '#web/edge-error-messages.ts';
import { formatError } from '#web/error-messages.ts';
import { shareCardText } from '#web/seo/card-words.ts';

export interface Services {
  log: Logger;
  metrics: Metrics;
  /** May be a few seconds old. */
  isDatabaseReachable(): boolean;
  /** `link` may be any text that contains a post link. Never rejects: errors are responses with a code. */
  extractMedia(link: string, locale: Locale, choice?: ExtractMediaOptions): Promise<ExtractResponse>;
  /** Whether `extractMedia` would send a request to Threads for this text. */
  hasPostLink(text: string): boolean;
  media: MediaService;
  /** Rate limits by the network of the client. */
  limits: RateLimits<LimitGroup>;
  verification: ChallengeService;
  /** null if no proof of work is required. */
  proofs: ProofOfWork | null;
  formatError(locale: Locale, error: RequestError): string;
  preferredLocale(acceptLanguage: string | undefined): Locale;
  /** The locale of the Referer, else the one that the browser prefers. */
  pageLocale(referer: string | undefined, acceptLanguage: string | undefined): Locale;
  homePath(locale: Locale): string;
  postPath(locale: Locale, slug: string): string;
  localePrefixes: { all: readonly string[]; unprefixed: string };
  contactEmail: string | null;
  contactDelivery: 'screen' | 'mail';
  /** Delivers a validated message to the operator. Rate-limited. Errors are logged without the message. */
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
  /** `name` is that of a variant. */
  readStoredImage(id: string, name: string): Promise<{ bytes: Uint8Array; type: string } | null>;
  onBlogChange(listener: (change: BlogChange) => void): void;
  now(): number;
  random(): number;
  /** Starts background work. Never rejects. */
  start(): Promise<void>;
  shutdownSignal: AbortSignal;
  /** Aborts `shutdownSignal` and starts no more background work. Work in progress continues. */
  startShutdown(): void;
  stop(): Promise<void>;
}

export interface ServiceOverrides {
  now?: () => number;
  random?: () => number;
  log?: Logger;
  /** Open already; the caller closes it. */
  database?: Database;
  modelLimits?: Partial<ModelLimits>;
  /** Awaited between pieces of background work. */
  throttleBackground?: () => Promise<void>;
  /** Interval for polling jobs. */
  pollSeconds?: number;
  /** Default: the strong hashing of production. */
  passwordHashing?: PasswordHashing;
}

/** Fails only if the database can't be opened. */
export async function createServices(
  config: Config,
  overrides: ServiceOverrides = {},
): Promise<Result<Services, DatabaseError>> {
  const now = overrides.now ?? Date.now;
  const random = overrides.random ?? Math.random;
  const log = overrides.log ?? createLogger(config.logLevel);
  const secret = config.appSecret ?? readOrCreateSecret(config.dataDir);

  const opened = overrides.database
    ? ok({ ...overrides.database, close: async () => undefined })
    : await openDatabase(config.database, {
        now,
        onError: (error) => log.error({ error }, 'the database'),
      });
  if (!opened.ok) return opened;
  const database = opened.value;

  const metrics = createMetrics({ collectsProcessMetrics: config.metricsToken !== null });
  const changes = createBlogChangeEvents(database);
  const { invalidate, ...blog } = createBlogReader({ database, now });
  changes.onChange(invalidate);
  const files = openFileStore(config.s3, join(config.dataDir, 'files'), log);
  const imageFetcher = createImageFetcher({ loopbackOrigins: loopbackOrigins(config) });
  const { fetchImage } = imageFetcher;
  const { emitChange } = changes;
  const writer = createBlogWriter({
    ...{ database, files, now, random, emitChange, fetchImage, guessLanguage: detectLanguage },
  });
  if (!overrides.database) await seedDatabase(config.seed, { database, writer, now, log });

  const valkey = config.valkeyUrl
    ? connectValkey(config.valkeyUrl, (code) =>
        log.error({ code }, 'Valkey does not answer: this node counts by itself'),
      )
    : null;
  const requiresProofOfWork = config.verification === 'proof';
  const proofs = requiresProofOfWork
    ? createProofOfWork({ secret, now, shared: valkey, onOutcome: metrics.recordProofOfWork })
    : null;
  const extraction = await createExtractor(config, {
    ...{ secret, now, random, log, metrics, proofs },
    formatError: (locale, error) => formatError(serverTranslator(locale), error),
  });

  const limits = createRateLimits({
    groups: requestLimits,
    scale: config.limitScale,
    valkey,
    onLimited: metrics.recordRateLimit,
    sharedKey: deriveKey(secret, 'limits'),
    now,
  });
  const mailer = createMailer(config.mail, { limits, now, log });

  const accounts = createAccounts({
    database,
    secret,
    publicOrigin: config.http.publicOrigin,
    now,
    sendMail: mailer.sendMail,
    onError: (error) => log.error({ error }, 'a fault among the accounts'),
    ...(overrides.passwordHashing && { passwordHashing: overrides.passwordHashing }),
  });

  const onError = (error: unknown) => log.error({ error }, 'work that was put off');
  const jobs = createJobs({
    ...{ database, onError, onEnded: metrics.recordJob },
    ...(overrides.pollSeconds !== undefined && { pollSeconds: overrides.pollSeconds }),
  });
  const editing = createBlogEditor({
    ...{ database, writer, jobs, now, onError },
  });
  const backup = openBackupService(config, { database, files, secret, now, random, emitChange });

  const renderImage = createImageRenderer();
  const renderShareCard = cacheShareCards(createShareCardRenderer(renderImage));
  const drawCover = createCoverRenderer(renderImage);
  const renderTitleCard = (locale: Locale, title?: string) =>
    renderShareCard(shareCardText(serverTranslator(locale), title));

  const { suggestions, runs, ...translation } = createAiServices(config, {
    ...{
      database,
      jobs,
      editor: editing,
      blog,
      writer,
      drawCover,
      metrics,
      log,
      now,
      random,
      onError,
    },
    ...{ modelLimits: overrides.modelLimits, throttleBackground: overrides.throttleBackground },
  });

  const shutdownSignal = new AbortController();
  function startShutdown(): void {
    if (shutdownSignal.signal.aborted) return;
    shutdownSignal.abort();
    editing.stopWork();
    runs.stopWork();
  }

  return ok({
    log,
    metrics,
    isDatabaseReachable: database.isHealthy,
    extractMedia: extraction.extractMedia,
    media: extraction.media,
    hasPostLink: (text) => findPostLink(text).ok,
    limits,
    proofs,
    verification: createChallengeService({ sealer: createSealer(secret, 'verification'), now, random }),
    formatError: (locale, error) => formatRequestError(serverTranslator(locale), error),
    preferredLocale,
    pageLocale(referer, acceptLanguage) {
      const from = referer === undefined ? null : URL.parse(referer);
      return from ? splitLocale(from.pathname).locale : preferredLocale(acceptLanguage);
    },
    homePath: (locale) => localizedPath(locale, '/'),
    postPath: (locale, slug) => localizedPath(locale, blogPostPath(slug)),
    localePrefixes: { all: locales, unprefixed: defaultLocale },
    contactEmail: config.contactEmail,
    contactDelivery: config.mail ? 'mail' : 'screen',
    sendMessage: mailer.sendMessage,
    renderShareCard: renderTitleCard,
    blog,
    editor: editing,
    taxonomy: createTaxonomy({
      ...{ database, now, emitChange, normalizeSlug, normalizeLine },
      slugFromName: unicodeSlug,
    }),
    imageStore: createImageStore({ database, files }, fetchImage),
    previews: createPreviewLinks({ secret, previewPost: editing.previewPost, now }),
    accounts,
    backup,
    async start() {
      await editing.startWork();
      await runs.startWork();
    },
    suggestions,
    runs,
    ...translation,
    readStoredImage: (id, name) => readStoredImage(files, id, name),
    onBlogChange: changes.onChange,
    now,
    random,
    shutdownSignal: shutdownSignal.signal,
    startShutdown,
    async stop() {
      startShutdown();
      await jobs.stop();
      await accounts.stop();
      mailer.close();
      valkey?.disconnect();
      await Promise.all([extraction.close(), imageFetcher.close()]);
      await database.close();
    },
  });
}
