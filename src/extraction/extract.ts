import type { Locale } from '#i18n/locales.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import {
  type DownloadKind,
  offloadFallbackValue,
  offloadHeader,
  type TransferReport,
} from '#media/contract.ts';
import { detectCapabilities } from '#media/conversion-capabilities.ts';
import { createMediaService } from '#media/serve.ts';
import { toLoopbackOrigin } from '#platform/fetch/fetch-policy.ts';
import { createSafeFetch } from '#platform/fetch/safe-fetch.ts';
import type { Logger } from '#platform/logger.ts';
import { ok, type Result } from '#platform/result.ts';
import { createTrustedProxyMatcher } from '#platform/trusted-proxies.ts';
import type {
  ExtractionError,
  ExtractionResult,
  MediaItem,
  RequestProfile,
  StrategyAttempt,
  ThreadsPost,
} from '#threads/contract.ts';
import { createThreadsReader } from '#threads/reader.ts';
import type { ProofOfWorkChallenge } from '#verification/contract.ts';
import type { ProofOfWork } from '#verification/proof-of-work.ts';
import type { ExtractMediaOptions, ExtractResponse, Quality } from './contract.ts';
import { listQualities, toExtractedPost } from './qualities.ts';
import { renewMediaUrl, rereadPost } from './refresh.ts';
import { withCircuitBreaker } from './threads-breaker.ts';

export type Extractor = Awaited<ReturnType<typeof createExtractor>>;

interface ExtractorConfig {
  http: { trustedProxies: readonly string[] };
  threads: { origin: string; profiles: readonly RequestProfile[] };
  media: { hosts: readonly string[]; ffmpegPath: string | null; offload: string | null };
  upstreamLoopback: boolean;
  dataDir: string;
}

interface ExtractionMetrics {
  recordExtraction(code: string | null, strategy: string, milliseconds: number): void;
  recordAttempt(attempt: StrategyAttempt): void;
  recordTransfer(transfer: TransferReport): void;
}

interface ExtractorDeps {
  secret: string;
  now(): number;
  random(): number;
  log: Logger;
  proofs: Pick<ProofOfWork, 'createChallenge' | 'issueToken' | 'authorizesToken'>;
  /** Otherwise file URLs work without a proof of work. */
  requiresProof(): boolean;
  insertsMetadata(): boolean;
  metrics: ExtractionMetrics;
  figures: {
    /** `reachedThreads`: false if the post was in memory. */
    recordExtraction(code: string | null, reachedThreads: boolean): void;
    recordDownload(kind: DownloadKind): void;
  };
  formatError(locale: Locale, error: ExtractionError): string;
}

export async function createExtractor(config: ExtractorConfig, deps: ExtractorDeps) {
  const { secret, now, random, log, metrics, figures, proofs, requiresProof, formatError } = deps;
  const pages = createSafeFetch({
    isAllowed: (url) => url.origin === config.threads.origin,
    loopbackOrigins: config.upstreamLoopback ? [config.threads.origin] : [],
  });
  function recordAttempt(attempt: StrategyAttempt) {
    metrics.recordAttempt(attempt);
    log.debug(attempt, 'read attempt');
  }
  const reader = createThreadsReader({
    fetch: withCircuitBreaker(pages.fetch, now),
    origin: config.threads.origin,
    profiles: config.threads.profiles,
    now,
    random,
    onAttempt: recordAttempt,
  });
  const isProxy = createTrustedProxyMatcher(config.http.trustedProxies);
  const media = createMediaService({
    secret,
    allowedHosts: config.media.hosts,
    loopback: config.upstreamLoopback,
    now,
    proofCheck: () => (requiresProof() ? proofs.authorizesToken : null),
    insertsMetadata: deps.insertsMetadata,
    capabilities: await detectCapabilities(config.media.ffmpegPath, config.dataDir, log),
    renewMediaUrl: (item) => renewMediaUrl(reader, item),
    readPost: (postUrl, isThread) => rereadPost(reader, postUrl, isThread),
    onTransfer(transfer) {
      metrics.recordTransfer(transfer);
      log.debug(transfer, 'transfer finished');
    },
    onDownload: figures.recordDownload,
    ...(config.media.offload && {
      mayOffload: (request) => request.headers[offloadHeader] === config.media.offload && isProxy(request),
      isFallback: (request) => request.headers[offloadHeader] === offloadFallbackValue && isProxy(request),
    }),
  });

  /** Counts the extraction. */
  async function readPost(link: string, thread: boolean): Promise<ExtractionResult> {
    const startedAt = now();
    let lastStrategy = 'memory';
    const extracted = await reader.extract(link, {
      thread,
      onAttempt(attempt) {
        lastStrategy = attempt.strategy;
        recordAttempt(attempt);
      },
    });
    const isInvalidLink = !extracted.ok && extracted.error.code.startsWith('link.');
    const strategy = isInvalidLink ? 'none' : lastStrategy;
    const code = extracted.ok ? null : extracted.error.code;
    metrics.recordExtraction(code, strategy, now() - startedAt);
    figures.recordExtraction(code, strategy !== 'memory');
    return extracted;
  }

  /** `link`: any text that contains a post link. Never rejects. */
  async function extractMedia(
    link: string,
    locale: Locale,
    { thread = false, hasApiKey = false }: ExtractMediaOptions = {},
  ): Promise<ExtractResponse> {
    const extracted = await readPost(link, thread);
    if (!extracted.ok) return errorResponse(extracted.error, locale);
    if (extracted.value.incomplete) log.warn('post read only in part');
    const { qualities, post, zipUrl } = await listQualities(extracted.value, { ...media, now });
    const offeredItemIds = new Set(qualities.map((quality) => quality.itemId));
    const disallowedItems = extracted.value.items.filter((item) => !offeredItemIds.has(item.id));
    if (disallowedItems.length > 0)
      log.error({ domains: hostDomains(disallowedItems) }, 'media on disallowed hosts');
    if (qualities.length === 0)
      return errorResponse({ code: 'upstream.changed', post: extracted.value }, locale);
    const files = { qualities, post, ...(zipUrl && { zipUrl }) };
    if (!requiresProof()) return { success: true, ...files };
    if (hasApiKey) return { success: true, ...withProofToken(files, proofs.issueToken(extracted.value.url)) };
    return {
      success: true,
      ...files,
      proof: await createProofChallenge(proofs, extracted.value.url, locale),
    };
  }

  function logError(error: ExtractionError): void {
    if (error.code === 'upstream.changed')
      log.error({ error: error.cause, code: error.code }, 'cannot parse the Threads page');
    else log.info({ code: error.code }, 'extraction failed');
  }

  function errorResponse(error: ExtractionError, locale: Locale): ExtractResponse {
    logError(error);
    return {
      success: false,
      qualities: [],
      code: error.code,
      error: formatError(locale, error),
      ...(error.post && { post: toExtractedPost(error.post) }),
      ...(error.retryAfterSeconds !== undefined && { retryAfter: error.retryAfterSeconds }),
    };
  }
  return {
    extractMedia,
    /** Also of posts without media. `link`: any text that contains a post link. Never rejects. */
    async readPost(link: string): Promise<Result<ThreadsPost, ExtractionError>> {
      const read = await readPost(link, false);
      if (read.ok) return read;
      if (read.error.post) return ok(read.error.post);
      logError(read.error);
      return read;
    },
    media,
    async close(): Promise<void> {
      await Promise.all([pages.close(), media.close()]);
    },
  };
}

/** The last two labels of each host: enough to extend MEDIA_HOSTS without logging URLs. */
function hostDomains(items: MediaItem[]): string[] {
  const hosts = items.flatMap((item) => item.renditions.map(({ url }) => URL.parse(url)?.hostname ?? ''));
  return [...new Set(hosts.map((host) => host.split('.').slice(-2).join('.')))];
}

function withProofToken<F extends { qualities: Quality[]; zipUrl?: string }>(
  files: F,
  proofToken: string,
): F {
  const withToken = (url: string) => `${url}?pass=${proofToken}`;
  const qualities = files.qualities.map((quality) => ({
    ...quality,
    url: withToken(quality.url),
    previewUrl: withToken(quality.previewUrl),
  }));
  return { ...files, qualities, ...(files.zipUrl && { zipUrl: withToken(files.zipUrl) }) };
}

async function createProofChallenge(
  proofs: Pick<ProofOfWork, 'createChallenge'>,
  postUrl: string,
  locale: Locale,
): Promise<ProofOfWorkChallenge> {
  const t = serverTranslator(locale);
  const messages = {
    busy: t('proof.busy'),
    failed: t('proof.failed'),
    again: t('proof.again'),
    scripts: t('proof.scripts'),
  };
  return { question: await proofs.createChallenge(postUrl), words: messages };
}

export function loopbackOrigins({
  threads,
  media,
  upstreamLoopback,
}: Pick<ExtractorConfig, 'threads' | 'media' | 'upstreamLoopback'>): string[] {
  if (!upstreamLoopback) return [];
  const origins = [threads.origin, ...media.hosts.map(toLoopbackOrigin)];
  return origins.filter((origin) => /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\]):/.test(origin));
}
