import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { createSemaphore } from '#platform/limits/semaphore.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { Conversion, ConversionLimits, MediaError, Ticket } from '../contract.ts';
import type { ConversionCapabilities } from '../conversion-capabilities.ts';
import { insertMetadata } from '../metadata/insert-metadata.ts';
import { type OpenFile, type TransferLimits, type UpstreamFile, withTimeout } from '../open-file.ts';
import type { RelayResult } from '../relay/relay-body.ts';
import { collectBody, consumeBody } from '../upstream/read-body.ts';
import { openTempFile } from './temp-file.ts';

export interface ConvertedFile {
  bytes: Buffer;
  /** Call once the file has been sent or discarded. */
  release(): void;
}

export type ConvertFile = (
  ticket: Ticket,
  to: Conversion,
  signal: AbortSignal,
) => Promise<Result<ConvertedFile, MediaError>>;

const videoExtensions = ['mp4', 'mov'];

export function createFileConverter(options: {
  capabilities: ConversionCapabilities;
  openFile: OpenFile;
  insertsMetadata: () => boolean;
  limits: ConversionLimits;
  idleMs: number;
}): ConvertFile {
  const { capabilities, openFile, insertsMetadata, limits, idleMs } = options;
  const semaphore = createSemaphore(limits);
  let pendingBytes = 0;

  return async (ticket, to, signal) => {
    const release = await semaphore.acquire(AbortSignal.any([signal, AbortSignal.timeout(limits.waitMs)]));
    if (!release) return fail({ code: 'media.busy' });
    try {
      const converted = await withTimeout(limits.timeoutMs, signal, async (combinedSignal) => {
        const opened = await openFile(ticket, { range: null }, combinedSignal);
        return opened.ok ? convert(opened.value, to, combinedSignal) : opened;
      });
      if (!converted.ok) return fail(toConversionError(converted.error));
      const bytes = insertMetadata(converted.value, to, insertsMetadata() ? ticket.metadata : undefined);
      const size = bytes.length;
      if (size > limits.outputBytes) return fail({ code: 'conversion.too_large' });
      if (pendingBytes + size > limits.pendingBytes) return fail({ code: 'media.busy' });
      pendingBytes += size;
      return ok({
        bytes,
        release() {
          pendingBytes -= size;
        },
      });
    } finally {
      release();
    }
  };

  async function convert(
    file: UpstreamFile,
    to: Conversion,
    signal: AbortSignal,
  ): Promise<Result<Buffer, MediaError>> {
    const { extension } = file.type;
    const bounds = { idleMs, signal };
    if (extension === to) return collectBody(file, { ...bounds, maxBytes: limits.outputBytes });
    if (to !== 'm4a' && (await capabilities.canDecode(extension))) {
      const read = await collectBody(file, { ...bounds, maxBytes: limits.imageBytes });
      if (!read.ok) return read;
      // Loads the decoder, which takes twenty megabytes.
      const { convertImage } = await import('./image.ts');
      return convertImage(read.value, to, limits);
    }
    const { ffmpeg, extractAudio } = capabilities;
    const convertVideo =
      to === 'gif' ? ffmpeg?.createGif : to === 'm4a' ? (extractAudio ?? undefined) : undefined;
    if (convertVideo && videoExtensions.includes(extension)) {
      const tempFile = await openTempFile(capabilities.tempFolder);
      if (!tempFile.ok) {
        file.body.destroy();
        return fail({ code: 'media.busy', cause: tempFile.error });
      }
      await using inputFile = tempFile.value;
      const copyResult = await consumeBody(file, { ...bounds, maxBytes: limits.videoBytes }, (chunk) =>
        inputFile.writeFile(chunk),
      );
      if (!copyResult.ok) return copyResult;
      // Await here: the file is closed at the end of this block.
      return await convertVideo(inputFile, signal);
    }
    file.body.destroy();
    return fail({ code: 'conversion.unavailable', cause: extension });
  }
}

/** Distinguishes our own limits from those of the media host. */
function toConversionError(error: MediaError): MediaError {
  const { code, cause } = error;
  const isConversionTimeout =
    typeof cause === 'object' && cause !== null && 'code' in cause && isConversionCode(cause.code);
  const isOverLimit = code === 'media.too_large' || (code === 'media.timeout' && isConversionTimeout);
  return isOverLimit ? { code: 'conversion.too_large', cause: code } : error;
}

function isConversionCode(code: unknown): boolean {
  return typeof code === 'string' && code.startsWith('conversion.');
}

const chunkBytes = 256 * 1024;
const maxClientIdleMs = 120_000;

export function sendConvertedFile(
  response: ServerResponse,
  { bytes, release }: ConvertedFile,
  head: OutgoingHttpHeaders,
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
