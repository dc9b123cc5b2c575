import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { createRetryBudget } from '#platform/circuit-breaker.ts';
import type { MediaError, Ticket } from './contract.ts';
import type { OpenedFile, OpenFile } from './open-file.ts';
import { validatorOf } from './strong-tag.ts';

/** Opens what broke off again, behind the bytes that came of it; null where that is not to be. */
export type GoOn = (bytes: number) => Promise<OpenedFile | null>;

/** null: nothing tells this file from another one, so where it breaks off it ends. */
export type BridgeCuts = (ticket: Ticket, begun: OpenedFile, signal: AbortSignal) => GoOn | null;

/** Tries in a row that bring less than is worth another one. */
const maxVainTries = 3;
const worthBytes = 1_000_000;
const pauseMs = 400;
/** So much of a file is as much as another file, where tries are weighed against what works. */
const bytesOfOneCall = 10_000_000;
const forNow: readonly MediaError['code'][] = ['media.unreachable', 'media.timeout', 'media.busy'];

/**
 * Goes on with a file whose connection broke, at the very next byte, where the media host says that it is the same:
 * by its validator, its length and its address. So nothing false can be sent; whatever is not so ends the file, as it
 * would have ended before. All further tries together are ten, and then a tenth of what works.
 */
export function createCutBridge(openFile: OpenFile): BridgeCuts {
  const budget = createRetryBudget(10);

  return (ticket, { body, length, totalBytes, range, entityTag }, signal) => {
    budget.noteCall();
    const validator = validatorOf(body);
    if (validator === null || length === null || totalBytes === null || entityTag === null) return null;
    const start = range?.from ?? 0;
    const last = range?.to ?? totalBytes - 1;
    let before = 0;
    let vain = 0;

    const isTheRest = (file: OpenedFile, from: number) =>
      file.range?.from === from &&
      file.range.to === last &&
      file.entityTag === entityTag &&
      validatorOf(file.body) === validator;

    return async (bytes) => {
      if (bytes >= length) return null;
      const brought = bytes - before;
      before = bytes;
      vain = brought < worthBytes ? vain : 0;
      for (let earned = bytesOfOneCall; earned <= brought; earned += bytesOfOneCall) budget.noteCall();
      const from = start + bytes;
      for (; vain < maxVainTries; vain += 1) {
        if (vain > 0) await wait(pauseMs, null, { signal }).catch(() => undefined);
        if (signal.aborted || !budget.take()) return null;
        const ask = { method: 'GET', range: `bytes=${from}-${last}`, ifRange: validator } as const;
        const opened = await openFile(ticket, ask, signal);
        if (opened.ok && isTheRest(opened.value, from)) {
          vain += 1;
          return opened.value;
        }
        if (opened.ok) opened.value.body.destroy();
        if (opened.ok || !forNow.includes(opened.error.code)) return null;
      }
      return null;
    };
  };
}

/**
 * An opened file as one stream, over every cut that can be bridged; it fails at one that can't. Destroying it closes the
 * connection to the media host.
 */
export function bridgedStream(begun: OpenedFile, goOn: GoOn | null): Readable {
  let file = begun;
  const stream = Readable.from(chunks(), { objectMode: false });
  stream.once('close', () => file.body.destroy());
  return stream;

  async function* chunks(): AsyncGenerator<Buffer> {
    for (let bytes = 0; ; ) {
      bytes += file.first.length;
      yield file.first;
      const source = (file.body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
      // A body that ended with its first bytes has nothing left to iterate over.
      while (!file.body.readableEnded) {
        const next = await source.next().catch(() => null);
        if (!next || next.done) break;
        bytes += next.value.length;
        yield next.value;
      }
      if (file.body.readableEnded && bytes === (begun.length ?? bytes)) return;
      const rest = (await goOn?.(bytes)) ?? null;
      if (!rest) throw new Error('the media host cut a file short');
      file = rest;
      if (stream.destroyed) return void rest.body.destroy();
    }
  }
}
