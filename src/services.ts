import { join } from 'node:path';
import { type Accounts, createAccounts } from '#accounts/create-accounts.ts';
import type { PasswordHashing } from '#accounts/create-auth.ts';
import type { Archive } from '#archive/create-archive.ts';
import type { Assistant, TranslationBooks, TranslationNotes, TranslationRuns } from '#assistant/contract.ts';
import { guessLanguage } from '#assistant/guess-language.ts';
import { createBlogChanges } from '#blog/blog-changes.ts';
import type { BlogChange, BlogReader } from '#blog/contract.ts';
import { createBlogReader } from '#blog/create-blog-reader.ts';
import { createBlogWriter } from '#blog/create-blog-writer.ts';
import { createPictures, type Pictures } from '#blog/create-pictures.ts';
import { createPictureFetcher } from '#blog/fetch-picture.ts';
import { previewPost } from '#blog/preview-post.ts';
import { readPicture } from '#blog/read-picture.ts';
import { readFullPosts, readSummaries } from '#blog/read-posts.ts';
import { searchCondition } from '#blog/search-condition.ts';
import { nativeSlug, normaliseSlug, numberedSlug } from '#blog/slug.ts';
import { soundLine } from '#blog/sound-text.ts';
import { textDigest } from '#blog/text-digest.ts';
import type { Config } from '#config.ts';
import { createAssistance } from '#create-assistance.ts';
import { createExtraction, loopbackOrigins } from '#create-extraction.ts';
import { createLetters } from '#create-letters.ts';
import { createMeasures, type Measures } from '#create-measures.ts';
import { type Database, type DatabaseError, openDatabase } from '#database/connect.ts';
import { createJobs } from '#database/jobs.ts';
import type { Desk, Shelves } from '#desk/contract.ts';
import { createDesk } from '#desk/create-desk.ts';
import { createPreviewLinks, type PreviewLinks } from '#desk/preview-links.ts';
import { createShelves } from '#desk/shelves.ts';
import { type CallGroup, callLimits } from '#http/call-limits.ts';
import { defaultLocale, type Locale, locales, preferredLocale } from '#i18n/locales.ts';
import { localizedPath, splitLocale } from '#i18n/localized-path.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import type { ExtractAnswer, ExtractChoice } from '#media/contract.ts';
import type { Media } from '#media/create-media.ts';
import { openArchive } from '#open-archive.ts';
import { readOrCreateSecret } from '#platform/app-secret.ts';
import { createCardRenderer } from '#platform/card-renderer.ts';
import { connectValkey } from '#platform/connect-valkey.ts';
import { createCardDrawer } from '#platform/draw-card.ts';
import { createCoverDrawer } from '#platform/draw-cover.ts';
import { keepCards } from '#platform/keep-cards.ts';
import type { ModelLimits } from '#platform/language-model.ts';
import { createLogger, type Logger } from '#platform/logger.ts';
import { openFileStore } from '#platform/open-file-store.ts';
import { createRateLimits, type RateLimits } from '#platform/rate-limits.ts';
import { ok, type Result } from '#platform/result.ts';
import { createSealer, deriveKey } from '#platform/sealed-token.ts';
import { sowFirstArticles } from '#sow-first-articles.ts';
import { findPostLink } from '#threads/find-post-link.ts';
import { createProofs, type Proofs } from '#verification/create-proofs.ts';
import { createVerification, type Verification } from '#verification/create-verification.ts';
import { postPath } from '#web/blog/post-path.ts';
import type { ContactMessage, SendErrorCode } from '#web/contact/contact-message.ts';
import { type EdgeError, wordEdgeError } from '#web/edge-error-messages.ts';
import { cardWords } from '#web/seo/card-words.ts';

/** Everything the edges need, built once. */
export interface Services {
  log: Logger;
  measures: Measures;
  /** Whether the database answers, as of a few seconds ago. */
  databaseAnswers(): boolean;
  /** `link` may be any text that holds a post link. Never fails: failures are answers with a code. */
  extractMedia(link: string, locale: Locale, choice?: ExtractChoice): Promise<ExtractAnswer>;
  /** Whether a text names a post, or may: what `extractMedia` would ask Threads for. */
  namesPost(text: string): boolean;
  media: Media;
  /** What each client, by its network, may still do. */
  limits: RateLimits<CallGroup>;
  verification: Verification;
  /** null where none are asked for. */
  proofs: Proofs | null;
  /** The sentence for a visitor. */
  wordError(locale: Locale, error: EdgeError): string;
  preferredLocale(acceptLanguage: string | undefined): Locale;
  /** The language of the page a request comes from, by its Referer; else the one the browser prefers. */
  pageLocale(referer: string | undefined, acceptLanguage: string | undefined): Locale;
  homePath(locale: Locale): string;
  /** As in an address. */
  postPath(locale: Locale, slug: string): string;
  /** Which first segments of a path name a language. */
  localePrefixes: { all: readonly string[]; unprefixed: string };
  contactEmail: string | null;
  contactDelivery: 'screen' | 'mail';
  /** Delivers a checked message to the operator. Bounded in number; a failure is logged without the message. */
  sendMessage(message: ContactMessage): Promise<Result<null, SendErrorCode>>;
  /** A preview picture in a language, a PNG of 1200 by 630 pixels: with a title, or of the site itself. */
  drawCard(locale: Locale, title?: string): Promise<Uint8Array<ArrayBuffer>>;
  blog: BlogReader;
  desk: Desk;
  shelves: Shelves;
  pictures: Pictures;
  previews: PreviewLinks;
  accounts: Accounts;
  archive: Archive;
  assistant: Assistant;
  runs: TranslationRuns;
  translationNotes: TranslationNotes;
  translationBooks: TranslationBooks;
  /** A stored picture of the blog by its id and the name of a variant. */
  readPicture(id: string, name: string): Promise<{ bytes: Uint8Array; type: string } | null>;
  onBlogChange(listener: (change: BlogChange) => void): void;
  now(): number;
  random(): number;
  /** Begins what was put off for later. Nobody needs to wait for it, and it never fails. */
  startWork(): Promise<void>;
  /** Aborts when the process is about to end. */
  ending: AbortSignal;
  /** Ends what has no end of its own, and begins no further work. What is under way goes on. */
  beginStop(): void;
  stop(): Promise<void>;
}

export interface ServiceOverrides {
  now?: () => number;
  random?: () => number;
  log?: Logger;
  /** Open already; whoever opened it closes it. */
  database?: Database;
  modelLimits?: Partial<ModelLimits>;
  /** Between pieces of work that nobody waits for. */
  rest?: () => Promise<void>;
  /** How often jobs are asked for where nothing tells of one. */
  pollSeconds?: number;
  /** Left out, as in production: the strong one. */
  passwordHashing?: PasswordHashing;
}

/** Fails where the database can't be opened: everything else is there or a bug. */
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
        onTrouble: (error) => log.error({ error }, 'the database'),
      });
  if (!opened.ok) return opened;
  const database = opened.value;

  const measures = createMeasures({ watchesProcess: config.metricsToken !== null });
  const changes = createBlogChanges(database);
  const { forget, ...blog } = createBlogReader({ database, now });
  changes.onChange(forget);
  const files = openFileStore(config.bucket, join(config.dataDir, 'files'), log);
  const outsidePictures = createPictureFetcher({ loopbackOrigins: loopbackOrigins(config) });
  const { fetchPicture } = outsidePictures;
  const { announce } = changes;
  const writer = createBlogWriter({
    ...{ database, files, now, random, announce, fetchPicture, guessLanguage },
  });
  if (!overrides.database) await sowFirstArticles(config.seed, { database, writer, now, log });

  const valkey = config.valkeyUrl
    ? connectValkey(config.valkeyUrl, (code) =>
        log.error({ code }, 'Valkey does not answer: this node counts by itself'),
      )
    : null;
  const isProving = config.verification === 'proof';
  const proofs = isProving
    ? createProofs({ secret, now, shared: valkey, onJudged: measures.proofJudged })
    : null;
  const extraction = await createExtraction(config, { secret, now, random, log, measures, proofs });

  const limits = createRateLimits({
    groups: callLimits,
    scale: config.limitScale,
    valkey,
    onRefused: measures.limitRefused,
    sharedKey: deriveKey(secret, 'limits'),
    now,
  });
  const letters = createLetters(config.mail, { limits, now, log });

  const accounts = createAccounts({
    database,
    secret,
    publicOrigin: config.http.publicOrigin,
    now,
    sendMail: letters.sendMail,
    onTrouble: (error) => log.error({ error }, 'a fault among the accounts'),
    ...(overrides.passwordHashing && { passwordHashing: overrides.passwordHashing }),
  });

  const onTrouble = (error: unknown) => log.error({ error }, 'work that was put off');
  const jobs = createJobs({
    ...{ database, onTrouble, onEnded: measures.jobEnded },
    ...(overrides.pollSeconds !== undefined && { pollSeconds: overrides.pollSeconds }),
  });
  const desk = createDesk({
    ...{ database, writer, readSummaries, readFullPosts, previewPost, searchCondition },
    ...{ jobs, now, onTrouble, textDigest, numberedSlug },
  });
  const archive = openArchive(config, { database, files, secret, now, random, announce });

  const paint = createCardRenderer();
  const drawCard = keepCards(createCardDrawer(paint));
  const drawCover = createCoverDrawer(paint);
  const drawTitle = (locale: Locale, title?: string) => drawCard(cardWords(serverTranslator(locale), title));

  const { assistant, runs, ...translation } = createAssistance(config, {
    ...{ database, jobs, desk, blog, writer, drawCover, measures, log, now, random, onTrouble },
    ...{ modelLimits: overrides.modelLimits, rest: overrides.rest },
  });

  const ending = new AbortController();
  function beginStop(): void {
    if (ending.signal.aborted) return;
    ending.abort();
    desk.stopWork();
    runs.stopWork();
  }

  return ok({
    log,
    measures,
    databaseAnswers: database.answers,
    extractMedia: extraction.extractMedia,
    media: extraction.media,
    namesPost: (text) => findPostLink(text).ok,
    limits,
    proofs,
    verification: createVerification({ sealer: createSealer(secret, 'verification'), now, random }),
    wordError: (locale, error) => wordEdgeError(serverTranslator(locale), error),
    preferredLocale,
    pageLocale(referer, acceptLanguage) {
      const from = referer === undefined ? null : URL.parse(referer);
      return from ? splitLocale(from.pathname).locale : preferredLocale(acceptLanguage);
    },
    homePath: (locale) => localizedPath(locale, '/'),
    postPath: (locale, slug) => localizedPath(locale, postPath(slug)),
    localePrefixes: { all: locales, unprefixed: defaultLocale },
    contactEmail: config.contactEmail,
    contactDelivery: config.mail ? 'mail' : 'screen',
    sendMessage: letters.sendMessage,
    drawCard: drawTitle,
    blog,
    desk,
    shelves: createShelves({
      ...{ database, now, announce, normaliseSlug, soundLine },
      slugFromName: nativeSlug,
    }),
    pictures: createPictures({ database, files }, fetchPicture),
    previews: createPreviewLinks({ secret, previewPost: desk.previewPost, now }),
    accounts,
    archive,
    async startWork() {
      await desk.startWork();
      await runs.startWork();
    },
    assistant,
    runs,
    ...translation,
    readPicture: (id, name) => readPicture(files, id, name),
    onBlogChange: changes.onChange,
    now,
    random,
    ending: ending.signal,
    beginStop,
    async stop() {
      beginStop();
      await jobs.stop();
      await accounts.stop();
      letters.close();
      valkey?.disconnect();
      await Promise.all([extraction.close(), outsidePictures.close()]);
      await database.close();
    },
  });
}
