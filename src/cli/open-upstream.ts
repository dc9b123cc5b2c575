import { createMediaUrlValidator, type ValidateMediaUrl } from '#media/allowed-media-host.ts';
import { renewMediaUrl } from '#media/ask-threads.ts';
import { createEntityTagger, type EntityTagger } from '#media/entity-tag.ts';
import { defaultLimits } from '#media/limits.ts';
import { createFileOpener, type OpenFile } from '#media/open-file.ts';
import { createUpstreamClient } from '#media/request-upstream.ts';
import { createSafeFetch } from '#platform/safe-fetch.ts';
import { createSafeLookup } from '#platform/safe-fetch-lookup.ts';
import type { RequestProfile, ThreadsReader } from '#threads/contract.ts';
import { createThreadsReader } from '#threads/create-threads-reader.ts';

export interface UpstreamOptions {
  threads: { origin: string; profiles: readonly RequestProfile[] };
  media: { hosts: readonly string[] };
  /** Whether Threads and its media hosts may be on this machine. */
  upstreamLoopback: boolean;
  /** Between two attempts at one file. */
  pauseMs?: number;
}

/** Clients for Threads and its media hosts, with the same rules as the server. */
export interface Upstream {
  reader: ThreadsReader;
  validateUrl: ValidateMediaUrl;
  openFile: OpenFile;
  /** Gives the same tags in every run, so that a ZIP can be resumed. */
  tagger: EntityTagger;
  idleMs: number;
  pauseMs: number;
  close(): Promise<void>;
}

const defaultPauseMs = 400;

export function openUpstream(settings: UpstreamOptions): Upstream {
  const { threads, media, upstreamLoopback, pauseMs = defaultPauseMs } = settings;
  const pages = createSafeFetch({
    isAllowed: (url) => url.origin === threads.origin,
    loopbackOrigins: upstreamLoopback ? [threads.origin] : [],
  });
  const reader = createThreadsReader({
    ...{ fetch: pages.fetch, origin: threads.origin, profiles: threads.profiles },
    ...{ now: Date.now, random: Math.random },
  });
  const validateUrl = createMediaUrlValidator(media.hosts, upstreamLoopback);
  const upstream = createUpstreamClient(createSafeLookup());
  // Not secret: the tags stay on this machine.
  const tagger = createEntityTagger('unspool');
  const openFile = createFileOpener({
    ...{
      requestUpstream: upstream.requestUpstream,
      validateUrl,
      tagger,
      limits: defaultLimits,
      now: Date.now,
    },
    renewMediaUrl: (item) => renewMediaUrl(reader, item),
  });
  return {
    ...{ reader, validateUrl, openFile, tagger, idleMs: defaultLimits.idleMs, pauseMs },
    async close() {
      upstream.close();
      await pages.close();
    },
  };
}
