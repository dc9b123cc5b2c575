import { join } from 'node:path';
import { createAccounts } from '#accounts/accounts.ts';
import type { PasswordHashing } from '#accounts/contract.ts';
import { getCallPrices, type ModelLimits, noProvider } from '#ai/language-model.ts';
import { changeOfAllAuthors, createAuthors } from '#blog/authors.ts';
import { createBlogChangeEvents, fullBlogChange } from '#blog/changes.ts';
import { createClipStore } from '#blog/clips.ts';
import { createBlogEditor } from '#blog/edit.ts';
import { createImageFetcher } from '#blog/fetch-image.ts';
import {
  createImageStore,
  createSiteIconRenderer,
  readImageForModel,
  readStoredImage,
} from '#blog/images.ts';
import { createPreviewLinks } from '#blog/preview-links.ts';
import { createBlogReader } from '#blog/read.ts';
import { seedBlog } from '#blog/seed.ts';
import { createTaxonomy } from '#blog/taxonomy.ts';
import { type BlogWriter, createBlogWriter } from '#blog/write.ts';
import { type Database, type DatabaseError, openDatabase } from '#database/database.ts';
import { createJobs } from '#database/jobs.ts';
import { readSeedData, runOnFirstStart } from '#database/seed.ts';
import { createExtractor, loopbackOrigins } from '#extraction/extract.ts';
import { openFigures } from '#figures/figures.ts';
import type { Services } from '#http/context.ts';
import { requestLimits } from '#http/request-limits.ts';
import { detectLanguage } from '#i18n/detect-language.ts';
import type { Locale } from '#i18n/locales.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { createInbox } from '#inbox/inbox.ts';
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
import { createAiServices } from './ai-services.ts';
import { openBackupServices } from './backup-services.ts';
import type { Config } from './config.ts';
import { createContactMessages } from './contact-messages.ts';
import { createEmbeddedThreadsPosts } from './embedded-threads-posts.ts';
import { createMailer } from './mailer.ts';
import { createMetrics } from './metrics.ts';
import { openOwnerSettings, withoutSecrets } from './owner-settings.ts';
import { createReviewers } from './reviewers.ts';
import { shareCardText } from './share-card-text.ts';

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
  const { settings, owner } = await openOwnerSettings(config, { database, secret, now, log });
  const prices = () => getCallPrices(owner().ai);
  const figures = await openFigures({ database, prices, now, log });
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
    ? await connectValkey(config.valkeyUrl, (code) =>
        log.error({ code }, 'Valkey is not responding: this node counts requests by itself'),
      )
    : null;
  const proofs = createProofOfWork({ secret, now, shared: valkey, onOutcome: metrics.recordProofOfWork });
  const requiresProof = () => owner().verification === 'proof';
  const extraction = await createExtractor(config, {
    secret,
    now,
    random,
    log,
    metrics,
    figures,
    proofs,
    requiresProof,
    insertsMetadata: () => owner().insertsMetadata,
    formatError: (locale, error) => formatError(serverTranslator(locale), error),
  });

  const limits = createRateLimits({
    groups: requestLimits,
    scale: () => owner().limitScale,
    valkey,
    onLimited: metrics.recordRateLimit,
    sharedKey: deriveKey(secret, 'limits'),
    now,
  });
  const siteName = () => settings.site().siteName;
  const mailer = createMailer({ server: () => owner().mail, siteName, log });
  const inbox = createInbox({
    database,
    secret,
    retentionDays: () => settings.site().messageDays,
    now,
    onError: (error) => log.error({ error }, 'expired messages could not be deleted'),
  });
  settings.onChange(inbox.deleteExpired);

  const accounts = createAccounts({
    database,
    secret,
    publicOrigin: config.http.publicOrigin,
    now,
    mail: mailer.mail,
    siteName,
    onError: (error) => log.error({ error }, 'accounts error'),
    onUserDeleted: () => emitChange(changeOfAllAuthors),
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
  changes.onChange(editing.invalidateLists);
  async function startWork(): Promise<void> {
    await inbox.startWork();
    await editing.startWork();
    await runs.startWork();
    await automaticTranslation.startWork();
  }
  const { backup, dataJobs, rehearsal } = openBackupServices(config, {
    ...deps,
    fetchImage,
    secret,
    log,
    async onRestored() {
      await emitChange(fullBlogChange);
      await settings.reload();
      await startWork();
    },
  });

  const renderImage = createImageRenderer();
  const renderShareCard = cacheShareCards(createShareCardRenderer(renderImage));
  const drawCover = createCoverRenderer(renderImage);
  const renderTitleCard = (locale: Locale, title?: string) => {
    const site = settings.site();
    return renderShareCard(shareCardText(serverTranslator(locale, site.siteName), site, title));
  };

  const { suggestions, runs, automaticTranslation, testModel, ...translation } = createAiServices({
    provider: () => owner().ai ?? noProvider,
    rules: settings.site,
    reviewers: createReviewers({ settings, accounts, mailer, publicOrigin: config.http.publicOrigin }),
    database,
    jobs,
    editor: editing,
    blog,
    writer,
    emitChange,
    drawCover,
    readImage: (src) => readImageForModel(files, src),
    metrics,
    log,
    now,
    random,
    onError,
    modelLimits: overrides.modelLimits,
    throttleBackground: overrides.throttleBackground,
  });
  settings.onChange(() => runs.setConcurrency((owner().ai ?? noProvider).concurrency));

  const imageStore = createImageStore({ database, files }, fetchImage);

  function startShutdown(): void {
    editing.stopWork();
    inbox.stopWork();
    runs.stopWork();
    void automaticTranslation.stopWork();
  }

  return ok({
    log,
    metrics,
    isDatabaseReachable: database.isHealthy,
    extractMedia: extraction.extractMedia,
    media: extraction.media,
    hasPostLink: (text) => findPostLink(text).ok,
    readThreadsPost: createEmbeddedThreadsPosts({ readPost: extraction.readPost, imageStore }),
    limits,
    proofs,
    requiresProof,
    verification: createChallengeService({ sealer: createSealer(secret, 'verification'), now, random }),
    settings,
    fixedSettings: withoutSecrets(config.serverSettings),
    sendTestMail: mailer.sendTest,
    testModel,
    contactEmail: () => owner().contactEmail,
    sendMessage: createContactMessages({ inbox, mailer, limits, log }),
    inbox,
    sendReply: mailer.sendReply,
    renderShareCard: renderTitleCard,
    renderSiteIcon: createSiteIconRenderer(files),
    realCounts: () => ({ downloads: figures.totalDownloads() }),
    figures,
    blog,
    editor: editing,
    taxonomy: createTaxonomy({ database, now, emitChange }),
    authors: createAuthors({ database, imageStore, now, emitChange }),
    imageStore,
    clips: createClipStore({ database, files }),
    previews: createPreviewLinks({ secret, previewPost: editing.previewPost, now }),
    accounts,
    backup,
    dataJobs,
    rehearsal,
    async start() {
      await dataJobs.removeOldFiles();
      rehearsal.start();
      figures.start();
      await startWork();
    },
    suggestions,
    runs,
    ...translation,
    readStoredImage: (id, name) => readStoredImage(files, id, name),
    onBlogChange: changes.onChange,
    now,
    random,
    startShutdown,
    async stop() {
      startShutdown();
      await Promise.all([dataJobs.stop(), rehearsal.stop(), automaticTranslation.stopWork()]);
      await jobs.stop();
      await accounts.stop();
      mailer.close();
      valkey?.disconnect();
      await Promise.all([extraction.close(), imageFetcher.close()]);
      await figures.stop();
      await database.close();
    },
  });
}
