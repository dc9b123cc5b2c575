import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { GoOn } from './bridge-cuts.ts';
import type { TransferLimits } from './limits.ts';
import type { OpenedFile } from './open-file.ts';
import { takeBody } from './recycled-reads.ts';
import { type Relayed, writeToVisitor } from './write-to-visitor.ts';

type Piece = Pick<OpenedFile, 'first' | 'body'>;

/**
 * Sends the body after its head was written. Neither side is read faster than the other takes it. Where the CDN's side
 * breaks off and `goOn` brings no rest, the visitor's connection is cut, so that a short file never looks whole.
 */
export function relayBody(
  begun: Pick<OpenedFile, 'first' | 'body' | 'length'>,
  response: ServerResponse,
  limits: Pick<TransferLimits, 'idleMs' | 'clientIdleMs'>,
  goOn: GoOn | null = null,
): Promise<Relayed> {
  const { length } = begun;
  const { promise: bug, reject } = Promise.withResolvers<never>();
  let body = begun.body;
  let source: Readable = body;
  /** `broken`: what can be done about it is seen when the visitor has room for more. */
  let state: 'flows' | 'broken' | 'reopens' | 'over' = 'flows';

  const visitor = writeToVisitor(response, limits, {
    resume() {
      if (state === 'flows') source.resume();
      else if (state === 'broken' && goOn) reopen(goOn);
    },
    close(outcome) {
      state = 'over';
      if (outcome !== 'complete') body.destroy();
    },
  });
  flow(begun);
  return Promise.race([visitor.settled, bug]);

  function cut(): void {
    if (state !== 'flows' || response.writableEnded) return;
    if (goOn === null) {
      visitor.cut();
      return;
    }
    body.destroy();
    state = 'broken';
    if (!visitor.isFull()) reopen(goOn);
  }

  function reopen(again: GoOn): void {
    state = 'reopens';
    again(visitor.bytes()).then(
      (rest) => {
        if (state === 'over') rest?.body.destroy();
        else if (rest) flow(rest);
        else visitor.settle('upstream_cut');
      },
      (cause: unknown) => {
        reject(cause);
        visitor.settle('upstream_cut');
      },
    );
  }

  function flow({ first, body: current }: Piece): void {
    body = current;
    source = current;
    state = 'flows';
    visitor.noteLife();
    const broken = () => {
      if (body === current && !current.readableEnded) cut();
    };
    const end = () => {
      if (length !== null && visitor.bytes() !== length) cut();
      else response.end();
    };
    current.on('error', broken).on('close', broken);

    if (first.length > 0) visitor.write(first);
    if (current.readableEnded) end();
    else if (current.errored || current.destroyed) cut();
    else takeAll(current, end);
  }

  function takeAll(current: OpenedFile['body'], end: () => void): void {
    const takeRest = (chunk: Buffer, release: () => void): boolean => {
      const hasRoom = visitor.write(chunk.subarray(0, (length ?? 0) - visitor.bytes()), release);
      if (visitor.bytes() === length) {
        end();
        current.socket.destroy();
      }
      return hasRoom;
    };
    source = (length !== null && takeBody(current, length - visitor.bytes(), takeRest)) || current;
    if (source === current) {
      current.on('end', end).on('data', (chunk: Buffer) => {
        if (!visitor.write(chunk)) current.pause();
      });
    }
    if (!visitor.isFull()) source.resume();
  }
}
