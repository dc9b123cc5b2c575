import { AsyncLocalStorage } from 'node:async_hooks';
import type { Config } from '#config.ts';
import { guardThreads } from '#guard-threads.ts';
import type { Locale } from '#i18n/locales.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { readPostAgain, renewAddress } from '#media/ask-threads.ts';
import type { ExtractAnswer, ExtractChoice, Quality } from '#media/contract.ts';
import { findAbilities } from '#media/convert-abilities.ts';
import { createMedia, type Media } from '#media/create-media.ts';
import { fallbackMark, offloadHeader } from '#media/offload-file.ts';
import type { Logger } from '#platform/logger.ts';
import { createSafeFetch } from '#platform/safe-fetch.ts';
import { createPeerRule } from '#platform/trusted-peers.ts';
import type { ExtractionError, MediaItem } from '#threads/contract.ts';
import { createThreadsReader } from '#threads/create-threads-reader.ts';
import type { ProofOffer } from '#verification/contract.ts';
import type { Proofs } from '#verification/create-proofs.ts';
import { wordError } from '#web/error-messages.ts';
import type { Measures } from './create-measures.ts';

export interface Extraction {
  /** `link` may be any text that holds a post link. Never fails: failures are answers with a code. */
  extractMedia(link: string, locale: Locale, choice?: ExtractChoice): Promise<ExtractAnswer>;
  media: Media;
  close(): Promise<void>;
}

interface ExtractionParts {
  secret: string;
  now(): number;
  random(): number;
  log: Logger;
  /** null: files are given to who has their address. */
  proofs: Pick<Proofs, 'ask' | 'grant' | 'admits'> | null;
  measures: Pick<Measures, 'extracted' | 'attempted' | 'transferred'>;
}

/** Joins what reads posts of Threads with what sends their media. Part of the composition root. */
export async function createExtraction(
  config: Pick<Config, 'http' | 'threads' | 'media' | 'upstreamLoopback' | 'dataDir'>,
  { secret, now, random, log, measures, proofs }: ExtractionParts,
): Promise<Extraction> {
  const pages = createSafeFetch({
    allows: (url) => url.origin === config.threads.origin,
    loopbackOrigins: config.upstreamLoopback ? [config.threads.origin] : [],
  });
  // Which way was the last one tried for this very question; where none was, the post was known already.
  const asking = new AsyncLocalStorage<{ strategy: string }>();
  const reader = createThreadsReader({
    fetch: guardThreads(pages.fetch, now),
    origin: config.threads.origin,
    profiles: config.threads.profiles,
    now,
    random,
    onAttempt(attempt) {
      const asked = asking.getStore();
      if (asked) asked.strategy = attempt.strategy;
      measures.attempted(attempt);
      log.debug(attempt, 'a try at reading a post');
    },
  });
  const isProxy = createPeerRule(config.http.trustedProxies);
  const media = createMedia({
    secret,
    allowedHosts: config.media.hosts,
    loopback: config.upstreamLoopback,
    now,
    ...(proofs && { admits: proofs.admits }),
    abilities: await findAbilities(config.media.ffmpegPath, config.dataDir, log),
    renew: (item) => renewAddress(reader, item),
    readPost: (postUrl, isThread) => readPostAgain(reader, postUrl, isThread),
    onTransfer(transfer) {
      measures.transferred(transfer);
      log.debug(transfer, 'a transfer ended');
    },
    ...(config.media.offload && {
      mayOffload: (request) => request.headers[offloadHeader] === config.media.offload && isProxy(request),
      isFallback: (request) => request.headers[offloadHeader] === fallbackMark && isProxy(request),
    }),
  });

  async function extractMedia(
    link: string,
    locale: Locale,
    { thread = false, isKeyed = false }: ExtractChoice = {},
  ): Promise<ExtractAnswer> {
    const begun = now();
    const asked = { strategy: 'memory' };
    const read = await asking.run(asked, () => reader.extract(link, { thread }));
    const isNoPost = !read.ok && read.error.code.startsWith('link.');
    const strategy = isNoPost ? 'none' : asked.strategy;
    measures.extracted(read.ok ? null : read.error.code, strategy, now() - begun);
    if (!read.ok) return refusal(read.error, locale);
    if (read.value.incomplete) log.warn('a post was read in part only');
    const { qualities, post, zipUrl } = media.offer(read.value);
    const offered = new Set(qualities.map((quality) => quality.itemId));
    const dropped = read.value.items.filter((item) => !offered.has(item.id));
    if (dropped.length > 0) log.error({ domains: domainsOf(dropped) }, 'media on hosts that are not allowed');
    if (qualities.length === 0) return refusal({ code: 'upstream.changed', post: read.value }, locale);
    const files = { qualities, post, ...(zipUrl && { zipUrl }) };
    if (!proofs) return { success: true, ...files };
    if (isKeyed) return { success: true, ...passed(files, proofs.grant(read.value.url)) };
    return { success: true, ...files, proof: await offerProof(proofs, read.value.url, locale) };
  }

  function refusal(error: ExtractionError, locale: Locale): ExtractAnswer {
    if (error.code === 'upstream.changed')
      log.error({ error: error.cause, code: error.code }, 'Threads is no longer understood');
    else log.info({ code: error.code }, 'nothing was extracted');
    return {
      success: false,
      qualities: [],
      code: error.code,
      error: wordError(serverTranslator(locale), error),
      ...(error.post && { post: media.offer(error.post).post }),
      ...(error.retryAfterSeconds !== undefined && { retryAfter: error.retryAfterSeconds }),
    };
  }
  return {
    extractMedia,
    media,
    async close() {
      await Promise.all([pages.close(), media.close()]);
    },
  };
}

/** The last two labels of each host: enough to extend MEDIA_HOSTS, and no address. */
function domainsOf(items: MediaItem[]): string[] {
  const hosts = items.flatMap((item) => item.renditions.map(({ url }) => URL.parse(url)?.hostname ?? ''));
  return [...new Set(hosts.map((host) => host.split('.').slice(-2).join('.')))];
}

/** The same files at addresses that ask for no proof. */
function passed<F extends { qualities: Quality[]; zipUrl?: string }>(files: F, pass: string): F {
  const open = (address: string) => `${address}?pass=${pass}`;
  const qualities = files.qualities.map((quality) => ({
    ...quality,
    url: open(quality.url),
    previewUrl: open(quality.previewUrl),
  }));
  return { ...files, qualities, ...(files.zipUrl && { zipUrl: open(files.zipUrl) }) };
}

async function offerProof(proofs: Pick<Proofs, 'ask'>, postUrl: string, locale: Locale): Promise<ProofOffer> {
  const t = serverTranslator(locale);
  const words = {
    ...{ busy: t('proof.busy'), failed: t('proof.failed') },
    ...{ again: t('proof.again'), scripts: t('proof.scripts') },
  };
  return { question: await proofs.ask(postUrl), words };
}

/** The stand-ins for other sites on this machine, where they are allowed. */
export function loopbackOrigins({
  threads,
  media,
  upstreamLoopback,
}: Pick<Config, 'threads' | 'media' | 'upstreamLoopback'>): string[] {
  if (!upstreamLoopback) return [];
  const origins = [threads.origin, ...media.hosts.map((host) => `http://${host}`)];
  return origins.filter((origin) => /^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):/.test(origin));
}
