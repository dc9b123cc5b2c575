import { type MediaErrorCode, mediaErrorCodes } from '#media/contract.ts';
import { downloadResumes } from '../contract.ts';
import { formatOfAnswer } from './answer-format.ts';
import { type BlobPieces, createBlobPieces } from './blob-pieces.ts';

export interface FileDownload {
  url: string;
  fetch: typeof fetch;
  signal: AbortSignal;
  /** Larger files are refused before their bytes are read. */
  limitBytes: number;
  /** `total` is null where the answer gives no length. */
  onProgress(received: number, total: number | null): void;
  /** A newer address of the same file, asked for once when this one has expired; null where there is none. */
  renewUrl(): Promise<string | null>;
  /** Waits before a broken transfer is taken up again; where there is no network, until there is. */
  pause(milliseconds: number): Promise<void>;
}

export type DownloadFailure =
  | { code: 'cancelled' | 'too_large' | 'no_data' }
  /** `sentence`: what the server says to the visitor, where it does. */
  | { code: 'refused'; reason: MediaErrorCode | null; sentence: string | null }
  | { code: 'broken'; cause: unknown };

/** `format` is null where the answer does not tell it. */
export type DownloadedFile = { blob: Blob; format: string | null };
export type DownloadResult = { ok: true; value: DownloadedFile } | { ok: false; error: DownloadFailure };

interface Transfer {
  url: string;
  pieces: BlobPieces;
  total: number | null;
  etag: string | null;
  format: string | null;
  type: string;
}

/** `waitMs`: how long the server wants nothing more to be asked; `failure`: what it then is where no try is left. */
type Attempt =
  | 'complete'
  | 'expired'
  | { interrupted: unknown; waitMs?: number; failure?: DownloadFailure }
  | { failed: DownloadFailure };

const firstPauseMs = 500;
/** A transfer that brings as much between two breaks gets on. */
const worthwhileBytes = 64 * 1024;
/** What a server says that may be otherwise in a moment. */
const passing = new Set([429, 502, 503, 504]);
const longestWaitMs = 60_000;

/** Fetches a whole file and checks its length; a connection that breaks is taken up again where it broke. */
export async function downloadFile(download: FileDownload): Promise<DownloadResult> {
  const transfer: Transfer = {
    url: download.url,
    pieces: createBlobPieces(),
    total: null,
    etag: null,
    format: null,
    type: '',
  };
  let resumes = 0;
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
      const renewed = hasRenewed ? null : await download.renewUrl();
      if (renewed === null) return fail({ code: 'refused', reason: 'ticket.expired', sentence: null });
      hasRenewed = true;
      transfer.url = renewed;
    } else if ('failed' in attempt) {
      return fail(attempt.failed);
    } else {
      // What got on has its tries anew, and may renew its address again.
      if (transfer.pieces.size() > before + worthwhileBytes) {
        resumes = 0;
        hasRenewed = false;
      }
      if (resumes === downloadResumes)
        return fail(attempt.failure ?? { code: 'broken', cause: attempt.interrupted });
      await download.pause(Math.max(attempt.waitMs ?? 0, firstPauseMs * 2 ** resumes));
      resumes += 1;
    }
  }
}

async function receive(download: FileDownload, transfer: Transfer): Promise<Attempt> {
  const { pieces } = transfer;
  try {
    const from = transfer.etag === null ? 0 : pieces.size();
    const headers: Record<string, string> =
      from > 0 && transfer.etag !== null ? { range: `bytes=${from}-`, 'if-range': transfer.etag } : {};
    const response = await download.fetch(transfer.url, { headers, signal: download.signal });
    // 403: its pass is over, or none that this server knows; a newer address comes with another.
    if (response.status === 410 || response.status === 403) return 'expired';
    if (!response.ok) {
      const failure: DownloadFailure = { code: 'refused', ...(await readRefusal(response)) };
      const isBegun = from > 0 && passing.has(response.status);
      return isBegun
        ? { interrupted: response.status, failure, waitMs: waitOf(response) }
        : { failed: failure };
    }
    const continues = from > 0 && response.status === 206 && startOfRange(response) === from;
    if (!continues) {
      if (response.status === 206)
        return { failed: { code: 'refused', reason: 'media.range', sentence: null } };
      pieces.clear();
      begin(transfer, response);
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

function begin(transfer: Transfer, { headers }: Response): void {
  const length = headers.get('content-length');
  const etag = headers.get('etag');
  transfer.total = length === null ? null : Number(length);
  transfer.etag = etag?.startsWith('"') ? etag : null;
  transfer.format = formatOfAnswer(headers);
  transfer.type = headers.get('content-type') ?? '';
}

async function readBody(download: FileDownload, transfer: Transfer, response: Response): Promise<Attempt> {
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

function waitOf({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after'));
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0) * 1000, longestWaitMs) : 0;
}

function startOfRange(response: Response): number | null {
  const start = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1];
  return start === undefined ? null : Number(start);
}

async function readRefusal(response: Response) {
  // A refusal in other words than ours, or cut short, is one all the same: only its reason stays unknown.
  const body: unknown = await response.json().catch(() => null);
  const refusal: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
  return {
    reason: mediaErrorCodes.find((known) => known === refusal.code) ?? null,
    sentence: typeof refusal.error === 'string' ? refusal.error : null,
  };
}

function fail(error: DownloadFailure): DownloadResult {
  return { ok: false, error };
}
