import type { ServerResponse } from 'node:http';
import type { Conversion, Ticket } from '../contract.ts';
import type { ConvertedFile } from '../convert/convert-file.ts';
import type { TransferLimits } from '../limits.ts';
import { convertedTypes } from '../upstream/sniff.ts';
import type { RelayOutcome } from './client-writer.ts';
import { fileHeaders } from './response-headers.ts';

const pieceBytes = 256 * 1024;
const longestWaitMs = 120_000;

/** @param length null for HEAD, where nothing is converted */
export function convertedFileHeaders(as: Conversion, length: number | null, ticket: Ticket) {
  const head = fileHeaders({ range: null, entityTag: null, type: convertedTypes[as], length }, ticket);
  // Every request converts the file again, so ranges can't be served.
  return { ...head, 'accept-ranges': 'none' };
}

/** Sends a file from memory. Disconnects a client that reads nothing for too long. */
export function sendConvertedFile(
  response: ServerResponse,
  { bytes, release }: ConvertedFile,
  head: ReturnType<typeof convertedFileHeaders>,
  { clientIdleMs }: Pick<TransferLimits, 'clientIdleMs'>,
): Promise<[outcome: RelayOutcome, bytes: number]> {
  return new Promise((resolve) => {
    let sent = 0;
    let isIdle = false;
    const onIdle = () => {
      isIdle = true;
      response.destroy();
    };
    const timer = setTimeout(onIdle, Math.min(clientIdleMs, longestWaitMs));
    response.once('close', () => {
      clearTimeout(timer);
      release();
      resolve([isIdle ? 'client_idle' : response.writableFinished ? 'complete' : 'client_gone', sent]);
    });
    response.writeHead(200, head);
    const writeNext = () => {
      timer.refresh();
      while (sent < bytes.length) {
        const piece = bytes.subarray(sent, sent + pieceBytes);
        sent += piece.length;
        if (!response.write(piece)) {
          response.once('drain', writeNext);
          return;
        }
      }
      response.end();
    };
    writeNext();
  });
}
