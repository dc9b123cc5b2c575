import { addAbortSignal } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Ticket } from '#media/contract.ts';
import type { OpenedFile, OpenFile } from '#media/open-file.ts';
import { validatorOf } from '#media/strong-tag.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { Failure } from './exit-codes.ts';

/** What the beginning of a file was told to be: enough to go on with it later. */
export interface TransferNote {
  /** The media host's own: an ETag, or the moment of the last change. */
  validator: string;
  totalBytes: number;
  extension: string;
}

/** Where bytes go. */
export interface Sink {
  /** There already. */
  bytes(): number;
  /** What they are the beginning of; null where that is not known. */
  note(): TransferNote | null;
  /** Forgets what is there; false where that can no longer be done. */
  begin(note: TransferNote | null): Promise<boolean>;
  append(chunk: Uint8Array): Promise<void>;
}

export interface Transfer {
  openFile: OpenFile;
  signal: AbortSignal;
  /** Silence of the media host after which a try has failed. */
  idleMs: number;
  /** Between two tries. */
  pauseMs: number;
  /** `totalBytes` null where it is not known. */
  onProgress: (bytes: number, totalBytes: number | null) => void;
  /** Before anything is written: a failure ends the transfer, `null` goes on. */
  judge?: (
    extension: string,
    totalBytes: number | null,
    first: OpenedFile['first'],
  ) => Promise<'enough' | Failure | null>;
}

/** Tries in a row that bring next to nothing. */
const maxVainTries = 3;
/** A try that brings less brings next to nothing. */
const worthBytes = 16 * 1024;
/** A host without validators, or with another one each time, would be asked for the same bytes for ever. */
const maxBeginnings = 5;

export interface Transferred {
  extension: string;
  bytes: number;
  /** `judge` found that it need not be fetched. */
  isKept: boolean;
}

/** Brings one file whole into a sink: goes on where it stopped, within a run and from an earlier one. */
export async function transferFile(
  ticket: Ticket,
  sink: Sink,
  transfer: Transfer,
): Promise<Result<Transferred, Failure>> {
  let failure: Failure = { code: 'media.unreachable' };
  const tally = { beginnings: 0 };
  for (let vain = 0; vain < maxVainTries && tally.beginnings <= maxBeginnings; ) {
    if (vain > 0) await wait(transfer.pauseMs, null, { signal: transfer.signal }).catch(() => undefined);
    if (transfer.signal.aborted) return fail({ code: 'interrupted' });
    const [before, { beginnings }] = [sink.bytes(), { ...tally }];
    const tried = await tryOnce(ticket, sink, transfer, tally);
    if (tried.ok || transfer.signal.aborted) return tried.ok ? tried : fail({ code: 'interrupted' });
    failure = tried.error;
    if (!isWorthAnother(failure)) break;
    const brought = sink.bytes() - (tally.beginnings > beginnings ? 0 : before);
    vain = brought >= worthBytes ? 1 : vain + 1;
  }
  return fail(failure);
}

function isWorthAnother({ code }: Failure): boolean {
  return ['media.unreachable', 'media.timeout', 'media.busy'].includes(code);
}

async function tryOnce(
  ticket: Ticket,
  sink: Sink,
  transfer: Transfer,
  tally: { beginnings: number },
): Promise<Result<Transferred, Failure>> {
  const known = sink.note();
  const from = known === null ? 0 : sink.bytes();
  if (known !== null && from === known.totalBytes)
    return ok({ extension: known.extension, bytes: from, isKept: false });
  const ask =
    known === null
      ? { method: 'GET' as const, range: null }
      : { method: 'GET' as const, range: `bytes=${from}-`, ifRange: known.validator };
  const opened = await transfer.openFile(ticket, ask, transfer.signal);
  if (!opened.ok) {
    if (opened.error.code !== 'media.range' || !(await sink.begin(null)))
      return fail({ code: opened.error.code });
    return tryOnce(ticket, sink, transfer, tally);
  }
  const file = opened.value;
  const goesOn = file.range !== null && known !== null && isSame(file, known);
  if (file.range !== null && !goesOn) {
    file.body.destroy();
    if (!(await sink.begin(null))) return fail({ code: 'media.unreachable' });
    return tryOnce(ticket, sink, transfer, tally);
  }
  const extension = goesOn ? known.extension : file.type.extension;
  const totalBytes = file.totalBytes;
  try {
    if (!goesOn) {
      tally.beginnings += 1;
      if (tally.beginnings > maxBeginnings) return fail({ code: 'media.unreachable' });
      const verdict = (await transfer.judge?.(extension, totalBytes, file.first)) ?? null;
      if (verdict === 'enough') return ok({ extension, bytes: totalBytes ?? 0, isKept: true });
      if (verdict) return fail(verdict);
      const validator = validatorOf(file.body);
      const note = validator !== null && totalBytes !== null ? { validator, totalBytes, extension } : null;
      if (!(await sink.begin(note))) return fail({ code: 'media.unreachable' });
    }
    const ended = await takeBody(file, sink, transfer);
    if (!ended.ok) return ended;
  } finally {
    file.body.destroy();
  }
  if (totalBytes !== null && sink.bytes() !== totalBytes) return fail({ code: 'media.unreachable' });
  return ok({ extension, bytes: sink.bytes(), isKept: false });
}

function isSame(file: OpenedFile, known: TransferNote): boolean {
  return file.totalBytes === known.totalBytes && validatorOf(file.body) === known.validator;
}

/** The rest of an opened file, as it comes; `bytes` of the sink is the place of what comes next. */
export async function takeBody(
  file: OpenedFile,
  sink: Pick<Sink, 'bytes' | 'append'>,
  transfer: Pick<Transfer, 'signal' | 'idleMs' | 'onProgress'>,
): Promise<Result<null, Failure>> {
  const { body, first, totalBytes } = file;
  const take = async (chunk: Uint8Array) => {
    await sink.append(chunk);
    transfer.onProgress(sink.bytes(), totalBytes);
    return totalBytes === null || sink.bytes() <= totalBytes;
  };
  if (!(await take(first))) return fail({ code: 'media.too_large' });
  if (body.readableEnded) return ok(null);
  const chunks = (addAbortSignal(transfer.signal, body) as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  for (;;) {
    let isIdle = false;
    // Only the media host's silence counts, not that of whoever takes the bytes.
    const timer = setTimeout(() => {
      isIdle = true;
      body.destroy();
    }, transfer.idleMs);
    const next = await chunks.next().catch(() => null);
    clearTimeout(timer);
    if (next === null) return fail({ code: isIdle ? 'media.timeout' : 'media.unreachable' });
    if (next.done) return ok(null);
    if (!(await take(next.value))) return fail({ code: 'media.too_large' });
  }
}
