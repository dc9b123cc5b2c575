import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { createRetryBudget } from '#platform/limits/circuit-breaker.ts';
import type { MediaError, Ticket } from '../contract.ts';
import { upstreamValidator } from '../entity-tag.ts';
import type { OpenFile, UpstreamFile } from '../open-file.ts';

/** Reopens the file after `bytes`; null if it can't be resumed. */
export type ReopenUpstream = (bytes: number) => Promise<UpstreamFile | null>;

/** Returns null if nothing identifies this version of the file; such a file can't be resumed. */
export type ResumeUpstream = (
  ticket: Ticket,
  file: UpstreamFile,
  signal: AbortSignal,
) => ReopenUpstream | null;

/** Consecutive attempts that deliver less than `minProgressBytes`. */
const maxFailedAttempts = 3;
const minProgressBytes = 1_000_000;
const pauseMs = 400;
/** In the retry budget, this many received bytes count as one successful call. */
const bytesPerRetryCredit = 10_000_000;
const retryableCodes: readonly MediaError['code'][] = ['media.unreachable', 'media.timeout', 'media.busy'];

/**
 * Resumes a file at the next byte if the host confirms by validator, length and URL that it is the same. All
 * retries together are limited to ten, then to a tenth of the successful calls.
 */
export function createUpstreamResumer(openFile: OpenFile): ResumeUpstream {
  const budget = createRetryBudget(10);

  return (ticket, { body, length, totalBytes, range, entityTag }, signal) => {
    budget.recordCall();
    const validator = upstreamValidator(body);
    if (validator === null || length === null || totalBytes === null || entityTag === null) return null;
    const start = range?.from ?? 0;
    const last = range?.to ?? totalBytes - 1;
    let previousBytes = 0;
    let failedAttempts = 0;

    const isContinuation = (file: UpstreamFile, from: number) =>
      file.range?.from === from &&
      file.range.to === last &&
      file.entityTag === entityTag &&
      upstreamValidator(file.body) === validator;

    return async (bytes) => {
      if (bytes >= length) return null;
      const progressBytes = bytes - previousBytes;
      previousBytes = bytes;
      failedAttempts = progressBytes < minProgressBytes ? failedAttempts : 0;
      for (let earned = bytesPerRetryCredit; earned <= progressBytes; earned += bytesPerRetryCredit)
        budget.recordCall();
      const from = start + bytes;
      for (; failedAttempts < maxFailedAttempts; failedAttempts += 1) {
        if (failedAttempts > 0) await wait(pauseMs, null, { signal }).catch(() => undefined);
        if (signal.aborted || !budget.consume()) return null;
        const request = { method: 'GET', range: `bytes=${from}-${last}`, ifRange: validator } as const;
        const opened = await openFile(ticket, request, signal);
        if (opened.ok && isContinuation(opened.value, from)) {
          failedAttempts += 1;
          return opened.value;
        }
        if (opened.ok) opened.value.body.destroy();
        if (opened.ok || !retryableCodes.includes(opened.error.code)) return null;
      }
      return null;
    };
  };
}

/** Resumes the file after interruptions. Destroying the stream closes the upstream connection. */
export function createResumableStream(initialFile: UpstreamFile, reopen: ReopenUpstream | null): Readable {
  let file = initialFile;
  const stream = Readable.from(chunks(), { objectMode: false });
  stream.once('close', () => file.body.destroy());
  return stream;

  async function* chunks(): AsyncGenerator<Buffer> {
    for (let bytes = 0; ; ) {
      bytes += file.first.length;
      yield file.first;
      const source = (file.body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
      // If the body ended with its first bytes, there is nothing left to iterate over.
      while (!file.body.readableEnded) {
        const next = await source.next().catch(() => null);
        if (!next || next.done) break;
        bytes += next.value.length;
        yield next.value;
      }
      if (file.body.readableEnded && bytes === (initialFile.length ?? bytes)) return;
      const nextFile = (await reopen?.(bytes)) ?? null;
      if (!nextFile) throw new Error('the media host cut a file short');
      file = nextFile;
      if (stream.destroyed) return void nextFile.body.destroy();
    }
  }
}
