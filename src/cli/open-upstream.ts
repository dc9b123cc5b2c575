import { randomBytes } from 'node:crypto';
import type { Config } from '#config.ts';
import { createMediaHostRule, type JudgeMediaAddress } from '#media/allowed-media-host.ts';
import { createEntityTagger } from '#media/entity-tag.ts';
import { defaultLimits } from '#media/limits.ts';
import { createFileOpener, type OpenFile } from '#media/open-file.ts';
import { createUpstreamRequester } from '#media/request-upstream.ts';
import { createSafeFetch } from '#platform/safe-fetch.ts';
import { createJudgingLookup } from '#platform/safe-fetch-lookup.ts';
import type { ThreadsReader } from '#threads/contract.ts';
import { createThreadsReader } from '#threads/create-threads-reader.ts';

export interface UpstreamSettings extends Pick<Config, 'threads' | 'upstreamLoopback'> {
  media: Pick<Config['media'], 'hosts'>;
}

/** Threads and its media hosts, as this command asks them: with the same rules as the server. */
export interface Upstream {
  reader: ThreadsReader;
  judge: JudgeMediaAddress;
  openFile: OpenFile;
  idleMs: number;
  close(): Promise<void>;
}

export function openUpstream({ threads, media, upstreamLoopback }: UpstreamSettings): Upstream {
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
  const openFile = createFileOpener({
    ...{ requestUpstream: upstream.requestUpstream, judge, limits: defaultLimits, now: Date.now },
    // Nobody sees the tags of this process.
    tagger: createEntityTagger(randomBytes(32)),
    async renew({ postUrl, thread = false, itemId, format }) {
      const read = await reader.extract(postUrl, { fresh: true, thread });
      const item = read.ok ? read.value.items.find(({ id }) => id === itemId) : undefined;
      return item?.renditions.find((rendition) => rendition.format === format)?.url ?? null;
    },
  });
  return {
    ...{ reader, judge, openFile, idleMs: defaultLimits.idleMs },
    async close() {
      upstream.close();
      await pages.close();
    },
  };
}
