import { renewMediaUrl } from '#extraction/refresh.ts';
import { createFileOpener, defaultLimits } from '#media/open-file.ts';
import { createMetadataOpener } from '#media/open-with-metadata.ts';
import { createEntityTagger } from '#media/range.ts';
import { createMediaUrlValidator, createUpstreamClient } from '#media/upstream-client.ts';
import { createSafeLookup } from '#platform/fetch/fetch-policy.ts';
import { createSafeFetch } from '#platform/fetch/safe-fetch.ts';
import { type ExtractionResult, type RequestProfile, refusalCodes } from '#threads/contract.ts';
import { createThreadsReader } from '#threads/reader.ts';

const maxBusyInRow = 3;
const maxAttemptsPerLink = 2;

export type BusyRetry = ReturnType<typeof createBusyRetry>;

export function createBusyRetry(waitSeconds: number, wait: (seconds: number) => Promise<boolean>) {
  let busyInRow = 0;
  let retryAfterSeconds = 0;
  return {
    isExhausted: () => busyInRow >= maxBusyInRow,
    /** Retries once if Threads is busy. null if interrupted. */
    async run(read: () => Promise<ExtractionResult | null>): Promise<ExtractionResult | null> {
      for (let attempts = 1; ; attempts += 1) {
        const seconds = Math.min(retryAfterSeconds, waitSeconds);
        if (busyInRow > 0 && seconds > 0 && !(await wait(seconds))) return null;
        const result = await read();
        const isBusy = result?.ok === false && refusalCodes.includes(result.error.code);
        busyInRow = isBusy ? busyInRow + 1 : 0;
        retryAfterSeconds = isBusy ? (result.error.retryAfterSeconds ?? 0) : 0;
        if (!isBusy || attempts === maxAttemptsPerLink || busyInRow >= maxBusyInRow) return result;
      }
    },
  };
}

export interface UpstreamOptions {
  threads: { origin: string; profiles: readonly RequestProfile[] };
  media: { hosts: readonly string[] };
  upstreamLoopback: boolean;
}

export type Upstream = ReturnType<typeof openUpstream>;

export function openUpstream(
  { threads, media, upstreamLoopback }: UpstreamOptions,
  insertsMetadata: () => boolean,
) {
  const pageClient = createSafeFetch({
    isAllowed: (url) => url.origin === threads.origin,
    loopbackOrigins: upstreamLoopback ? [threads.origin] : [],
  });
  const reader = createThreadsReader({
    fetch: pageClient.fetch,
    origin: threads.origin,
    profiles: threads.profiles,
    now: Date.now,
    random: Math.random,
  });
  const validateUrl = createMediaUrlValidator(media.hosts, upstreamLoopback);
  const mediaClient = createUpstreamClient(createSafeLookup());
  // Not secret: the tags stay on this machine. The same in every run, so that a ZIP can be resumed.
  const tagger = createEntityTagger('unspool');
  const openOriginal = createFileOpener({
    requestUpstream: mediaClient.requestUpstream,
    validateUrl,
    tagger,
    limits: defaultLimits,
    now: Date.now,
    renewMediaUrl: (item) => renewMediaUrl(reader, item),
  });
  const openFile = createMetadataOpener(openOriginal, insertsMetadata);
  return {
    reader,
    validateUrl,
    openFile,
    tagger,
    idleMs: defaultLimits.idleMs,
    async close() {
      mediaClient.close();
      await pageClient.close();
    },
  };
}
