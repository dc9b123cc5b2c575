import type { ServerResponse } from 'node:http';
import type { Conversion, Ticket } from './contract.ts';
import type { MadeFile } from './convert-file.ts';
import { fileHeaders } from './file-headers.ts';
import type { TransferLimits } from './limits.ts';
import { madeTypes } from './true-type.ts';
import type { RelayOutcome } from './write-to-visitor.ts';

const pieceBytes = 256 * 1024;
/** For a visitor's line to take the next piece. */
const longestWaitMs = 120_000;

/** @param length null where it is not made yet, but only said what it would be called */
export function madeHead(as: Conversion, length: number | null, ticket: Ticket) {
  const head = fileHeaders({ range: null, entityTag: null, type: madeTypes[as], length }, ticket);
  // Made anew each time: there are no parts of it to come back for.
  return { ...head, 'accept-ranges': 'none' };
}

/** Sends a file that is there whole. A visitor who takes nothing for too long is left: it stands in memory. */
export function sendMade(
  response: ServerResponse,
  { bytes, release }: MadeFile,
  head: ReturnType<typeof madeHead>,
  { clientIdleMs }: Pick<TransferLimits, 'clientIdleMs'>,
): Promise<[outcome: RelayOutcome, bytes: number]> {
  return new Promise((resolve) => {
    let sent = 0;
    let isIdle = false;
    const leave = () => {
      isIdle = true;
      response.destroy();
    };
    const timer = setTimeout(leave, Math.min(clientIdleMs, longestWaitMs));
    response.once('close', () => {
      clearTimeout(timer);
      release();
      resolve([isIdle ? 'client_idle' : response.writableFinished ? 'complete' : 'client_gone', sent]);
    });
    response.writeHead(200, head);
    const goOn = () => {
      timer.refresh();
      while (sent < bytes.length) {
        const piece = bytes.subarray(sent, sent + pieceBytes);
        sent += piece.length;
        if (!response.write(piece)) {
          response.once('drain', goOn);
          return;
        }
      }
      response.end();
    };
    goOn();
  });
}
