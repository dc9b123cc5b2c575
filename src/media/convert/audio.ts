import type { FileHandle } from 'node:fs/promises';
import { extname } from 'node:path';
import { fail, ok, type Result } from '#platform/result.ts';
import { createWorkerThread, WorkerLimitError } from '#platform/worker-thread.ts';
import {
  type ConversionErrorCode,
  type ConversionLimits,
  conversionLimits,
  type MediaError,
} from '../contract.ts';

export interface AudioJob {
  fd: number;
  size: number;
  maxBytes: number;
}

export type AudioResult = { file: Uint8Array } | { code: ConversionErrorCode; cause?: string };

export type ExtractAudio = (video: FileHandle) => Promise<Result<Buffer, MediaError>>;

/** Next to this module, and in the build next to the bundle that has it. */
const workerFile = `audio-worker${extname(import.meta.url)}`;

/**
 * Of an MP4 or MOV, without encoding it again. Its indexes say how much memory and time a parser takes, so that runs in
 * a thread with limits.
 */
export function createAudioExtractor({
  outputBytes,
  audioMs,
  audioHeapMb,
}: Pick<ConversionLimits, 'outputBytes' | 'audioMs' | 'audioHeapMb'> = conversionLimits): ExtractAudio {
  const runInWorker = createWorkerThread<AudioJob, AudioResult>(new URL(workerFile, import.meta.url), {
    jobMs: audioMs,
    heapMb: audioHeapMb,
    idleMs: 60_000,
  });
  return async (video) => {
    const { size } = await video.stat();
    try {
      const result = await runInWorker({ fd: video.fd, size, maxBytes: outputBytes });
      return 'file' in result ? ok(Buffer.from(result.file.buffer)) : fail(result);
    } catch (cause) {
      if (cause instanceof WorkerLimitError) return fail({ code: 'conversion.too_large', cause });
      throw cause;
    }
  };
}
