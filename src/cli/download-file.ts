import { addAbortSignal } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Ticket } from '#media/contract.ts';
import type { OpenFile, UpstreamFile } from '#media/open-file.ts';
import { upstreamValidator } from '#media/range.ts';
import { commandResumePolicy, createResumeAttempts, isRetryableCode } from '#media/resume-contract.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { CliError } from './errors.ts';

export interface PartMetadata {
  /** ETag or Last-Modified date from the media host. */
  validator: string;
  totalBytes: number;
  extension: string;
}

export interface DownloadSink {
  bytes(): number;
  metadata(): PartMetadata | null;
  /** Discards the content. False if that is no longer possible. */
  start(metadata: PartMetadata | null): Promise<boolean>;
  append(chunk: Uint8Array): Promise<void>;
}

export interface SinkDownloadOptions {
  openFile: OpenFile;
  signal: AbortSignal;
  idleMs: number;
  onProgress: (bytes: number, totalBytes: number | null) => void;
  /** Before another attempt. */
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  validate?: (
    extension: string,
    totalBytes: number | null,
    firstBytes: UpstreamFile['firstBytes'],
  ) => Promise<'already_saved' | CliError | null>;
}

const waitUnlessAborted = (ms: number, signal: AbortSignal) =>
  wait(ms, null, { signal }).catch(() => undefined);

/** A host without a stable validator would otherwise send the same bytes forever. */
const maxStarts = 5;

export interface SinkDownloadResult {
  extension: string;
  bytes: number;
  isAlreadySaved: boolean;
}

export async function downloadToSink(
  ticket: Ticket,
  sink: DownloadSink,
  options: SinkDownloadOptions,
): Promise<Result<SinkDownloadResult, CliError>> {
  const { pause = waitUnlessAborted } = options;
  const nextPause = createResumeAttempts(commandResumePolicy);
  const counters = { starts: 0 };
  while (!options.signal.aborted) {
    const [before, { starts }] = [sink.bytes(), { ...counters }];
    const attempt = await attemptDownload(ticket, sink, options, counters);
    if (attempt.ok) return attempt;
    if (options.signal.aborted) break;
    const receivedBytes = sink.bytes() - (counters.starts > starts ? 0 : before);
    const canRetry = isRetryableCode(attempt.error.code) && counters.starts <= maxStarts;
    const pauseMs = canRetry ? nextPause(receivedBytes) : null;
    if (pauseMs === null) return attempt;
    await pause(pauseMs, options.signal);
  }
  return fail({ code: 'interrupted' });
}

async function attemptDownload(
  ticket: Ticket,
  sink: DownloadSink,
  options: SinkDownloadOptions,
  counters: { starts: number },
): Promise<Result<SinkDownloadResult, CliError>> {
  const known = sink.metadata();
  const from = known === null ? 0 : sink.bytes();
  if (known !== null && from === known.totalBytes)
    return ok({ extension: known.extension, bytes: from, isAlreadySaved: false });
  const request = known === null ? { range: null } : { range: `bytes=${from}-`, ifRange: known.validator };
  const opened = await options.openFile(ticket, request, options.signal);
  if (!opened.ok) {
    if (opened.error.code !== 'media.range' || !(await sink.start(null)))
      return fail({ code: opened.error.code });
    return attemptDownload(ticket, sink, options, counters);
  }
  const file = opened.value;
  const isResumed = file.range !== null && known !== null && isSame(file, known);
  if (file.range !== null && !isResumed) {
    file.body.destroy();
    if (!(await sink.start(null))) return fail({ code: 'media.unreachable' });
    return attemptDownload(ticket, sink, options, counters);
  }
  const extension = isResumed ? known.extension : file.type.extension;
  const totalBytes = file.totalBytes;
  try {
    if (!isResumed) {
      counters.starts += 1;
      if (counters.starts > maxStarts) return fail({ code: 'media.unreachable' });
      const validation = (await options.validate?.(extension, totalBytes, file.firstBytes)) ?? null;
      if (validation === 'already_saved')
        return ok({ extension, bytes: totalBytes ?? 0, isAlreadySaved: true });
      if (validation) return fail(validation);
      const validator = upstreamValidator(file.body);
      const metadata =
        validator !== null && totalBytes !== null ? { validator, totalBytes, extension } : null;
      if (!(await sink.start(metadata))) return fail({ code: 'media.unreachable' });
    }
    const ended = await writeBodyToSink(file, sink, options);
    if (!ended.ok) return ended;
  } finally {
    file.body.destroy();
  }
  if (totalBytes !== null && sink.bytes() !== totalBytes) return fail({ code: 'media.unreachable' });
  return ok({ extension, bytes: sink.bytes(), isAlreadySaved: false });
}

function isSame(file: UpstreamFile, known: PartMetadata): boolean {
  return file.totalBytes === known.totalBytes && upstreamValidator(file.body) === known.validator;
}

export async function writeBodyToSink(
  file: UpstreamFile,
  sink: Pick<DownloadSink, 'bytes' | 'append'>,
  options: Pick<SinkDownloadOptions, 'signal' | 'idleMs' | 'onProgress'>,
): Promise<Result<null, CliError>> {
  const { body, firstBytes, lastBytes, totalBytes } = file;
  const writeChunk = async (chunk: Uint8Array) => {
    await sink.append(chunk);
    options.onProgress(sink.bytes(), totalBytes);
    return totalBytes === null || sink.bytes() <= totalBytes;
  };
  if (!(await writeChunk(firstBytes))) return fail({ code: 'media.too_large' });
  const finish = async (): Promise<Result<null, CliError>> =>
    (await writeChunk(lastBytes)) ? ok(null) : fail({ code: 'media.too_large' });
  if (body.readableEnded) return finish();
  const chunks = (addAbortSignal(options.signal, body) as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  for (;;) {
    let isIdle = false;
    // The silence of the media host, not of the sink.
    const timer = setTimeout(() => {
      isIdle = true;
      body.destroy();
    }, options.idleMs);
    const next = await chunks.next().catch(() => null);
    clearTimeout(timer);
    if (next === null) return fail({ code: isIdle ? 'media.timeout' : 'media.unreachable' });
    if (next.done) return finish();
    if (!(await writeChunk(next.value))) return fail({ code: 'media.too_large' });
  }
}
