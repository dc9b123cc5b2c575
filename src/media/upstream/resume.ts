import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { createRetryBudget } from '#platform/limits/circuit-breaker.ts';
import type { Ticket } from '../contract.ts';
import type { OpenFile, UpstreamFile } from '../open-file.ts';
import { upstreamValidator } from '../range.ts';
import { createResumeAttempts, isRetryableCode, relayResumePolicy } from '../resume-contract.ts';

export type ReopenUpstream = (bytes: number) => Promise<UpstreamFile | null>;

export type ResumeUpstream = (
  ticket: Ticket,
  file: UpstreamFile,
  signal: AbortSignal,
) => ReopenUpstream | null;

/** This many received bytes count as one successful call in the retry budget. */
const bytesPerRetryCredit = 10_000_000;

/** Resumes only if the host confirms by validator, length and URL that the file is the same. */
export function createUpstreamResumer(openFile: OpenFile): ResumeUpstream {
  const budget = createRetryBudget(10);

  return (ticket, { body, length, totalBytes, range, entityTag }, signal) => {
    budget.recordCall();
    const validator = upstreamValidator(body);
    if (validator === null || length === null || totalBytes === null || entityTag === null) return null;
    const start = range?.from ?? 0;
    const last = range?.to ?? totalBytes - 1;
    const nextPause = createResumeAttempts(relayResumePolicy);
    let previousBytes = 0;

    const isContinuation = (file: UpstreamFile, from: number) =>
      file.range?.from === from &&
      file.range.to === last &&
      file.entityTag === entityTag &&
      upstreamValidator(file.body) === validator;

    return async (bytes) => {
      if (bytes >= length) return null;
      const progressBytes = bytes - previousBytes;
      previousBytes = bytes;
      for (let credited = bytesPerRetryCredit; credited <= progressBytes; credited += bytesPerRetryCredit)
        budget.recordCall();
      const from = start + bytes;
      for (let pauseMs = nextPause(progressBytes); pauseMs !== null; pauseMs = nextPause(0)) {
        await wait(pauseMs, null, { signal }).catch(() => undefined);
        if (signal.aborted || !budget.consume()) return null;
        const request = { range: `bytes=${from}-${last}`, ifRange: validator };
        const opened = await openFile(ticket, request, signal);
        if (opened.ok && isContinuation(opened.value, from)) return opened.value;
        if (opened.ok) opened.value.body.destroy();
        if (opened.ok || !isRetryableCode(opened.error.code)) return null;
      }
      return null;
    };
  };
}

export function createResumableStream(initialFile: UpstreamFile, reopen: ReopenUpstream | null): Readable {
  let file = initialFile;
  const stream = Readable.from(chunks(), { objectMode: false });
  stream.once('close', () => file.body.destroy());
  return stream;

  async function* chunks(): AsyncGenerator<Buffer> {
    for (let bytes = 0; ; ) {
      bytes += file.firstBytes.length;
      yield file.firstBytes;
      const source = (file.body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
      while (!file.body.readableEnded) {
        const next = await source.next().catch(() => null);
        if (!next || next.done) break;
        bytes += next.value.length;
        yield next.value;
      }
      const { length, lastBytes } = initialFile;
      if (file.body.readableEnded && bytes === (length === null ? bytes : length - lastBytes.length)) {
        yield lastBytes;
        return;
      }
      const nextFile = (await reopen?.(bytes)) ?? null;
      if (!nextFile) throw new Error('upstream body ended early');
      file = nextFile;
      if (stream.destroyed) return void nextFile.body.destroy();
    }
  }
}
