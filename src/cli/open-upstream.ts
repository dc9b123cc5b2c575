import type { Config } from '#config.ts';
import { createMediaHostRule, type JudgeMediaAddress } from '#media/allowed-media-host.ts';
import { renewAddress } from '#media/ask-threads.ts';
import { createEntityTagger, type EntityTagger } from '#media/entity-tag.ts';
import { defaultLimits } from '#media/limits.ts';
import { createFileOpener, type OpenFile } from '#media/open-file.ts';
import { createUpstreamRequester } from '#media/request-upstream.ts';
import { createSafeFetch } from '#platform/safe-fetch.ts';
import { createJudgingLookup } from '#platform/safe-fetch-lookup.ts';
import type { ThreadsReader } from '#threads/contract.ts';
import { createThreadsReader } from '#threads/create-threads-reader.ts';

export interface UpstreamSettings extends Pick<Config, 'threads' | 'upstreamLoopback'> {
  media: Pick<Config['media'], 'hosts'>;
  /** Between two tries of one file. */
  pauseMs?: number;
}

/** Threads and its media hosts, as this command asks them: with the same rules as the server. */
export interface Upstream {
  reader: ThreadsReader;
  judge: JudgeMediaAddress;
  openFile: OpenFile;
  /** Of the files that `openFile` gives: the same in every run, so that a ZIP knows what an earlier one began. */
  tagger: EntityTagger;
  idleMs: number;
  pauseMs: number;
  close(): Promise<void>;
}

const defaultPauseMs = 400;

export function openUpstream(settings: UpstreamSettings): Upstream {
  const { threads, media, upstreamLoopback, pauseMs = defaultPauseMs } = settings;
  const pages = createSafeFetch({
    allows: (url) => url.origin === threads.origin,
    loopbackOrigins: upstreamLoopback ? [threads.origin] : [],
  });
  const reader = createThreadsReader({
    ...{ fetch: pages.fetch, origin: threads.origin, profiles: threads.profiles },
    ...{ now: Date.now, random: Math.random },
  });
  const judge = createMediaHostRule(media.hosts, upstreamLoopback);
  const upstream = createUpstreamRequester(createJudgingLookup());
  // No secret: its tags stay on this machine.
  const tagger = createEntityTagger('unspool');
  const openFile = createFileOpener({
    ...{ requestUpstream: upstream.requestUpstream, judge, tagger, limits: defaultLimits, now: Date.now },
    renew: (item) => renewAddress(reader, item),
  });
  return {
    ...{ reader, judge, openFile, tagger, idleMs: defaultLimits.idleMs, pauseMs },
    async close() {
      upstream.close();
      await pages.close();
    },
  };
}
