import { join } from 'node:path';
import { createAccounts } from '#accounts/accounts.ts';
import type { PasswordHashing } from '#accounts/contract.ts';
import type { ModelLimits } from '#ai/language-model.ts';
import { type BackupService, createBackupService } from '#backup/backup.ts';
import { createBlogChangeEvents } from '#blog/changes.ts';
import { createBlogEditor, recordCurrentRevision } from '#blog/edit.ts';
import { createImageFetcher } from '#blog/fetch-image.ts';
import { createImageStore, largestImageKey, listImageFileKeys, readStoredImage } from '#blog/images.ts';
import { createPreviewLinks } from '#blog/preview-links.ts';
import { createBlogReader } from '#blog/read.ts';
import { seedBlog } from '#blog/seed.ts';
import { createTaxonomy } from '#blog/taxonomy.ts';
import { type BlogWriter, type BlogWriterOptions, createBlogWriter } from '#blog/write.ts';
import { type Database, type DatabaseError, openDatabase } from '#database/database.ts';
import { createJobs } from '#database/jobs.ts';
import { readSeedData, runOnFirstStart } from '#database/seed.ts';
import { createExtractor, loopbackOrigins } from '#extraction/extract.ts';
import type { Services } from '#http/context.ts';
import { requestLimits } from '#http/request-limits.ts';
import { detectLanguage } from '#i18n/detect-language.ts';
import type { Locale } from '#i18n/locales.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { readOrCreateSecret } from '#platform/crypto/app-secret.ts';
import { createSealer, deriveKey } from '#platform/crypto/sealed-token.ts';
import { createImageRenderer } from '#platform/image-renderer.ts';
import { createCoverRenderer } from '#platform/images/cover.ts';
import { cacheShareCards, createShareCardRenderer } from '#platform/images/share-card.ts';
import { createRateLimits } from '#platform/limits/rate-limiter.ts';
import { connectValkey } from '#platform/limits/valkey.ts';
import { createLogger, type Logger } from '#platform/logger.ts';
import { ok, type Result } from '#platform/result.ts';
import { openFileStore } from '#platform/storage/open-file-store.ts';
import { findPostLink } from '#threads/post-links.ts';
import { createChallengeService } from '#verification/challenge.ts';
import { createProofOfWork } from '#verification/proof-of-work.ts';
import { formatError } from '#web/error-messages.ts';
import { shareCardText } from '#web/share-card-text.ts';
import { createAiServices } from './ai-services.ts';
import type { Config } from './config.ts';
import { createMailer } from './mailer.ts';
import { createMetrics } from './metrics.ts';

/** Connects backup, import and export with the blog. Part of the composition root. */
function openBackupService(
  { dataDir }: Pick<Config, 'dataDir'>,
  deps: Omit<BlogWriterOptions, 'fetchImage' | 'guessLanguage'> & { secret: string },
): BackupService {
  return createBackupService({
    ...deps,
    folder: join(dataDir, 'archives'),
    listFileKeys: listImageFileKeys,
    getLargestFileKey: largestImageKey,
    // No `fetchImage`: an imported archive must not make this server send requests to other sites.
    writer: createBlogWriter(deps),
    saveRevision: (queries, id) => recordCurrentRevision(queries, id, deps.now),
  });
}

interface SeedDeps {
  database: Database;
  writer: BlogWriter;
  now(): number;
  log: Logger;
}

/** Runs only at the first start of a database. */
function seedDatabase(seed: Config['seed'], { database, writer, now, log }: SeedDeps): Promise<void> {
  return runOnFirstStart(database, now, async () => {
    if (seed === 'none') return;
    const articles = await seedBlog(writer, await readSeedData(seed, now()));
    log.info({ articles, seed }, 'empty database seeded with articles');
  });
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
        onError: (error) => log.error({ error }, 'database error'),
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
  const deps = { database, files, now, random, emitChange };
  const writer = createBlogWriter({ ...deps, fetchImage, guessLanguage: detectLanguage });
  if (!overrides.database) await seedDatabase(config.seed, { database, writer, now, log });

  const valkey = config.valkeyUrl
    ? connectValkey(config.valkeyUrl, (code) =>
        log.error({ code }, 'Valkey is not responding: this node counts requests by itself'),
      )
    : null;
  const requiresProofOfWork = config.verification === 'proof';
  const proofs = requiresProofOfWork
    ? createProofOfWork({ secret, now, shared: valkey, onOutcome: metrics.recordProofOfWork })
    : null;
  const extraction = await createExtractor(config, {
    secret,
    now,
    random,
    log,
    metrics,
    proofs,
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
    onError: (error) => log.error({ error }, 'accounts error'),
    ...(overrides.passwordHashing && { passwordHashing: overrides.passwordHashing }),
  });

  const onError = (error: unknown) => log.error({ error }, 'background job failed');
  const jobs = createJobs({
    database,
    onError,
    onEnded: metrics.recordJob,
    ...(overrides.pollSeconds !== undefined && { pollSeconds: overrides.pollSeconds }),
  });
  const editing = createBlogEditor({ database, writer, jobs, now, onError });
  const backup = openBackupService(config, { ...deps, secret });

  const renderImage = createImageRenderer();
  const renderShareCard = cacheShareCards(createShareCardRenderer(renderImage));
  const drawCover = createCoverRenderer(renderImage);
  const renderTitleCard = (locale: Locale, title?: string) =>
    renderShareCard(shareCardText(serverTranslator(locale), title));

  const { suggestions, runs, ...translation } = createAiServices(config, {
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
    modelLimits: overrides.modelLimits,
    throttleBackground: overrides.throttleBackground,
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
    contactEmail: config.contactEmail,
    contactDelivery: config.mail ? 'mail' : 'screen',
    sendMessage: mailer.sendMessage,
    renderShareCard: renderTitleCard,
    blog,
    editor: editing,
    taxonomy: createTaxonomy({ database, now, emitChange }),
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
