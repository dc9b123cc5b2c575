import { setTimeout as wait } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { isbot } from 'isbot';
import type { CallPrices } from '#ai/text-contract.ts';
import type { Database } from '#database/database.ts';
import { figureTotal } from '#database/schema.ts';
import type { DownloadKind } from '#media/contract.ts';
import type { Logger } from '#platform/logger.ts';
import { type ExtractionErrorCode, extractionErrorCodes } from '#threads/contract.ts';
import {
  type BlogFigures,
  type CheckSource,
  type FigureRange,
  flushIntervalMs,
  type PostFigures,
  type SearchWithoutResults,
  type ServerFigures,
  slotMs,
  type ThreadsStatus,
} from './contract.ts';
import { type Counts, createPendingCounts } from './counting/pending-counts.ts';
import { createSearchTermCounter } from './counting/search-terms.ts';
import { deleteOldCounts, downloadsTotal, sumDownloads, writeCounts } from './counting/write-counts.ts';
import { readBlogFigures } from './reading/blog-figures.ts';
import { readPostFigures } from './reading/post-figures.ts';
import { readServerFigures } from './reading/server-figures.ts';
import { isThreadsFailure, readThreadsStatus } from './reading/threads-status.ts';
import { toUtcDay } from './utc-days.ts';

const stopWaitMs = 2000;

interface FiguresDeps {
  database: Pick<Database, 'query' | 'transaction'>;
  prices(): CallPrices | null;
  now(): number;
  log: Pick<Logger, 'warn'>;
}

export type Figures = Awaited<ReturnType<typeof openFigures>>;

/** Counts in memory, so that no request waits for the database. Rejects if the database can't be read. */
export async function openFigures({ database, prices, now, log }: FiguresDeps) {
  const { query } = database;
  const onError = (error: unknown) => log.warn({ error }, 'figures could not be stored');
  const pending = createPendingCounts();
  const terms = createSearchTermCounter();
  let unwrittenDownloads = 0;
  let storedDownloads = 0;
  let isChanging = false;
  let deletedOn = '';
  let timer: NodeJS.Timeout | null = null;
  let lastFlush = Promise.resolve();
  await readShared();

  /** What other nodes have written too. */
  async function readShared(): Promise<void> {
    const [row] = await query.select().from(figureTotal).where(eq(figureTotal.name, downloadsTotal));
    storedDownloads = row?.count ?? 0;
    isChanging = (await readThreadsStatus(query, now())).isChanging;
  }

  async function write(counts: Counts): Promise<void> {
    const written = terms.listUnwritten();
    const isEmpty = [counts.days, counts.slots, counts.checks, written].every(({ length }) => length === 0);
    if (isEmpty) return;
    await database.transaction((queries) => writeCounts(queries, counts, written));
    terms.markWritten(written);
    const downloads = sumDownloads(counts);
    unwrittenDownloads -= downloads;
    storedDownloads += downloads;
  }

  async function flushOnce(): Promise<void> {
    const counts = pending.take();
    try {
      await write(counts);
    } catch (error) {
      pending.restore(counts);
      onError(error);
    }
  }

  /** Writes what was counted. Never rejects; what can't be written stays in memory. */
  function flush(): Promise<void> {
    lastFlush = lastFlush.then(flushOnce);
    return lastFlush;
  }

  /** Also reads what other nodes have counted, and deletes old counts. */
  async function maintain(): Promise<void> {
    const day = toUtcDay(now());
    terms.startDay(day);
    await flush();
    await readShared();
    if (deletedOn === day) return;
    await deleteOldCounts(query, now());
    deletedOn = day;
  }

  function recordCheck(source: CheckSource, code: string | null): void {
    if (code === null || isThreadsFailure(code))
      pending.addCheck({ source, isRead: code === null, code, checkedAt: now() });
  }

  return {
    /** Texts without a link don't count. `reachedThreads`: false if the post was cached. */
    recordExtraction(code: string | null, reachedThreads: boolean): void {
      const isKnown = code === null || extractionErrorCodes.some((known) => known === code);
      if (!isKnown || code?.startsWith('link.')) return;
      const name = code ?? 'ok';
      pending.addDay({ day: toUtcDay(now()), kind: 'extraction', name, count: 1 });
      if (!reachedThreads) return;
      pending.addSlot({ startsAt: Math.floor(now() / slotMs) * slotMs, outcome: name, count: 1 });
      recordCheck('traffic', code);
    },
    recordDownload(kind: DownloadKind): void {
      unwrittenDownloads += 1;
      pending.addDay({ day: toUtcDay(now()), kind: 'download', name: kind, count: 1 });
    },
    /** Crawlers don't count. */
    recordSearchWithoutResults({ userAgent, ...search }: SearchWithoutResults): void {
      if (userAgent && !isbot(userAgent)) terms.add(toUtcDay(now()), search);
    },
    /** `code`: null if the canary has read a post. */
    recordCanary: (code: ExtractionErrorCode | null) => recordCheck('canary', code),
    /** Of all nodes, since the first start. */
    totalDownloads: () => storedDownloads + unwrittenDownloads,
    /** Without the database: may be a minute old. */
    isThreadsChanging: () => isChanging,
    /** Whether costs can be calculated. */
    hasPrices: () => prices() !== null,
    async readBlog(range: FigureRange): Promise<BlogFigures> {
      await flush();
      return readBlogFigures(query, range, now());
    },
    /** Of one day after the other, in each language; null if there is no such post. */
    readPost: (id: string, range: FigureRange): Promise<PostFigures | null> =>
      readPostFigures(query, id, { range, now: now() }),
    async readServer(range: FigureRange): Promise<ServerFigures> {
      await flush();
      return readServerFigures(query, { range, now: now(), prices: prices() });
    },
    async readStatus(): Promise<ThreadsStatus> {
      await flush();
      const status = await readThreadsStatus(query, now());
      isChanging = status.isChanging;
      return status;
    },
    flush,
    maintain,
    start(): void {
      timer = setInterval(() => void maintain().catch(onError), flushIntervalMs);
      timer.unref();
    },
    async stop(): Promise<void> {
      if (timer) clearInterval(timer);
      // A shutdown doesn't wait long for a connection.
      await Promise.race([flush(), wait(stopWaitMs, undefined, { ref: false })]);
    },
  };
}
