import type { ServerResponse } from 'node:http';
import type { Conversion, Ticket } from '../contract.ts';
import type { ConvertedFile } from '../convert/convert-file.ts';
import type { TransferLimits } from '../limits.ts';
import { convertedTypes } from '../upstream/sniff.ts';
import type { RelayResult } from './relay-body.ts';
import { fileHeaders } from './response-headers.ts';

const chunkBytes = 256 * 1024;
const maxClientIdleMs = 120_000;

export function convertedFileHeaders(as: Conversion, length: number | null, ticket: Ticket) {
  const head = fileHeaders({ range: null, entityTag: null, type: convertedTypes[as], length }, ticket);
  // Every request converts the file again, so ranges can't be served.
  return { ...head, 'accept-ranges': 'none' };
}

export function sendConvertedFile(
  response: ServerResponse,
  { bytes, release }: ConvertedFile,
  head: ReturnType<typeof convertedFileHeaders>,
  { clientIdleMs }: Pick<TransferLimits, 'clientIdleMs'>,
): Promise<RelayResult> {
  return new Promise((resolve) => {
    let sent = 0;
    let isIdle = false;
    const onIdle = () => {
      isIdle = true;
      response.destroy();
    };
    const timer = setTimeout(onIdle, Math.min(clientIdleMs, maxClientIdleMs));
    response.once('close', () => {
      clearTimeout(timer);
      release();
      const outcome = isIdle ? 'client_idle' : response.writableFinished ? 'complete' : 'client_gone';
      resolve({ outcome, bytes: sent });
    });
    response.writeHead(200, head);
    const writeNext = () => {
      timer.refresh();
      while (sent < bytes.length) {
        const chunk = bytes.subarray(sent, sent + chunkBytes);
        sent += chunk.length;
        if (!response.write(chunk)) {
          response.once('drain', writeNext);
          return;
        }
      }
      response.end();
    };
    writeNext();
  });
}
