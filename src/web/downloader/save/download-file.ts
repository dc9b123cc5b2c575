import { type MediaErrorCode, mediaErrorCodes } from '#media/contract.ts';
import { createResumeAttempts, isRetryableStatus, pageResumePolicy } from '#media/resume-contract.ts';
import { blobChunkBytes } from '../../contract.ts';

const formatsByType: Partial<Record<string, string>> = {
  'video/mp4': 'MP4',
  'video/webm': 'WEBM',
  'video/quicktime': 'MOV',
  'image/jpeg': 'JPG',
  'image/png': 'PNG',
  'image/webp': 'WEBP',
  'image/gif': 'GIF',
  'image/heic': 'HEIC',
  'image/avif': 'AVIF',
  'audio/mp4': 'M4A',
  'audio/mpeg': 'MP3',
  'audio/aac': 'AAC',
};

/** The file name's extension, else the format of the content type. */
export function responseFormat(headers: Headers): string | null {
  const disposition = headers.get('content-disposition') ?? '';
  const extension = /filename="?[^";]*\.([a-z0-9]{2,5})"?(?:;|$)/i.exec(disposition)?.[1];
  if (extension) return extension.toUpperCase();
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  return formatsByType[type] ?? null;
}

export interface DownloadFileOptions {
  url: string;
  fetch: typeof fetch;
  signal: AbortSignal;
  /** Checked against the content length first, then while reading. */
  limitBytes: number;
  /** `total` is null if the response has no content length. */
  onProgress(received: number, total: number | null): void;
  /** Called when the URL has expired; returns a new URL for the same file, or null. */
  renewUrl(): Promise<string | null>;
  /** Waits before a retry and, while offline, until the network is back. */
  pause(milliseconds: number): Promise<void>;
}

export type DownloadError =
  | { code: 'cancelled' | 'too_large' | 'no_data' }
  | { code: 'refused'; reason: MediaErrorCode | null; message: string | null }
  | { code: 'broken'; cause: unknown };

export type DownloadedFile = { blob: Blob; format: string | null };
export type DownloadResult = { ok: true; value: DownloadedFile } | { ok: false; error: DownloadError };

interface Transfer {
  url: string;
  pieces: ReturnType<typeof createBlobBuffer>;
  total: number | null;
  etag: string | null;
  format: string | null;
  type: string;
}

/** `waitMs` comes from Retry-After; `failure` is the error to report once no retries are left. */
type Attempt =
  | 'complete'
  | 'expired'
  | { interrupted: unknown; waitMs?: number; failure?: DownloadError }
  | { failed: DownloadError };

const maxRetryAfterMs = 60_000;

/** Fetches a whole file and checks its length. Resumes an interrupted transfer with a range request. */
export async function downloadFile(download: DownloadFileOptions): Promise<DownloadResult> {
  const transfer: Transfer = {
    url: download.url,
    pieces: createBlobBuffer(),
    total: null,
    etag: null,
    format: null,
    type: '',
  };
  const nextPause = createResumeAttempts(pageResumePolicy);
  let hasRenewed = false;
  for (;;) {
    const before = transfer.pieces.size();
    const attempt = await receive(download, transfer);
    if (download.signal.aborted) return fail({ code: 'cancelled' });
    if (attempt === 'complete') {
      if (transfer.pieces.size() === 0) return fail({ code: 'no_data' });
      const { format, type } = transfer;
      return { ok: true, value: { blob: transfer.pieces.join(type), format } };
    }
    if (attempt === 'expired') {
      const renewedUrl = hasRenewed ? null : await download.renewUrl();
      if (renewedUrl === null) return fail({ code: 'refused', reason: 'ticket.expired', message: null });
      hasRenewed = true;
      transfer.url = renewedUrl;
    } else if ('failed' in attempt) {
      return fail(attempt.failed);
    } else {
      const receivedBytes = transfer.pieces.size() - before;
      if (receivedBytes >= pageResumePolicy.minProgressBytes) hasRenewed = false;
      const pauseMs = nextPause(receivedBytes);
      if (pauseMs === null) return fail(attempt.failure ?? { code: 'broken', cause: attempt.interrupted });
      await download.pause(Math.max(attempt.waitMs ?? 0, pauseMs));
    }
  }
}

async function receive(download: DownloadFileOptions, transfer: Transfer): Promise<Attempt> {
  const { pieces } = transfer;
  try {
    const from = transfer.etag === null ? 0 : pieces.size();
    const headers: Record<string, string> =
      from > 0 && transfer.etag !== null ? { range: `bytes=${from}-`, 'if-range': transfer.etag } : {};
    const response = await download.fetch(transfer.url, { headers, signal: download.signal });
    // 403: the proof-of-work token expired or is unknown to this server. A renewed URL has a new one.
    if (response.status === 410 || response.status === 403) return 'expired';
    if (!response.ok) {
      const failure: DownloadError = { code: 'refused', ...(await readErrorResponse(response)) };
      const waitMs = retryAfterMs(response);
      const canRetry = isRetryableStatus(response.status) && (from > 0 || waitMs > 0);
      return canRetry ? { interrupted: response.status, failure, waitMs } : { failed: failure };
    }
    const isResumed = from > 0 && response.status === 206 && parseRangeStart(response) === from;
    if (!isResumed) {
      if (response.status === 206)
        return { failed: { code: 'refused', reason: 'media.range', message: null } };
      pieces.clear();
      initTransfer(transfer, response);
    }
    if (transfer.total !== null && transfer.total > download.limitBytes) {
      await response.body?.cancel();
      return { failed: { code: 'too_large' } };
    }
    return await readBody(download, transfer, response);
  } catch (cause) {
    return { interrupted: cause };
  }
}

function initTransfer(transfer: Transfer, { headers }: Response): void {
  const length = headers.get('content-length');
  const etag = headers.get('etag');
  transfer.total = length === null ? null : Number(length);
  transfer.etag = etag?.startsWith('"') ? etag : null;
  transfer.format = responseFormat(headers);
  transfer.type = headers.get('content-type') ?? '';
}

async function readBody(
  download: DownloadFileOptions,
  transfer: Transfer,
  response: Response,
): Promise<Attempt> {
  const { pieces, total } = transfer;
  const reader = response.body?.getReader();
  download.onProgress(pieces.size(), total);
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.add(value);
    if (pieces.size() > download.limitBytes) {
      await reader.cancel();
      return { failed: { code: 'too_large' } };
    }
    download.onProgress(pieces.size(), total);
  }
  if (total === null || pieces.size() === total) return 'complete';
  if (pieces.size() > total) return { failed: { code: 'broken', cause: 'more bytes than announced' } };
  return { interrupted: 'fewer bytes than announced' };
}

function retryAfterMs({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after'));
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0) * 1000, maxRetryAfterMs) : 0;
}

function parseRangeStart(response: Response): number | null {
  const start = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1];
  return start === undefined ? null : Number(start);
}

async function readErrorResponse(response: Response) {
  // A truncated or foreign error body is still an error; only its reason stays unknown.
  const body: unknown = await response.json().catch(() => null);
  const errorBody: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
  return {
    reason: mediaErrorCodes.find((known) => known === errorBody.code) ?? null,
    message: typeof errorBody.error === 'string' ? errorBody.error : null,
  };
}

function fail(error: DownloadError): DownloadResult {
  return { ok: false, error };
}

/** Collects bytes in blobs of a few megabytes, which the browser may store outside memory. */
function createBlobBuffer() {
  let blobs: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let pending = 0;
  let sealed = 0;
  const seal = () => {
    blobs.push(new Blob(chunks));
    chunks = [];
    sealed += pending;
    pending = 0;
  };
  return {
    size: () => sealed + pending,
    add(chunk: Uint8Array<ArrayBuffer>) {
      chunks.push(chunk);
      pending += chunk.byteLength;
      if (pending >= blobChunkBytes) seal();
    },
    clear() {
      blobs = [];
      chunks = [];
      pending = 0;
      sealed = 0;
    },
    join: (type: string) => new Blob([...blobs, ...chunks], { type }),
  };
}
