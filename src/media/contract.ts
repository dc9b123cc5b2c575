import type { MediaType } from '#threads/contract.ts';

export const mediaPath = '/media/';
export const zipPath = '/media/zip/';
export const maxZipFiles = 200;
/** Every unzip program opens ZIPs below 4 GiB. */
export const maxZipBytes = 4_000_000_000;
export const ticketLifetimeMs = 15 * 60_000;
/** From when the ticket was issued: it can resume a download even after it has expired. */
export const resumeWindowMs = 6 * 3_600_000;

export const blobUrlRevokeDelayMs = 100;

export const conversions = ['jpg', 'png', 'gif', 'm4a'] as const;
export type Conversion = (typeof conversions)[number];
export const conversionLimits = {
  /** Of all frames together. */
  imageBytes: 32 * 1024 * 1024,
  pixels: 60_000_000,
  videoBytes: 256 * 1024 * 1024,
  videoPixels: 3840 * 3840,
  maxGifSeconds: 30,
  outputBytes: 64 * 1024 * 1024,
  pendingBytes: 256 * 1024 * 1024,
  /** Excludes the time in the queue. */
  timeoutMs: 60_000,
  audioMs: 20_000,
  audioHeapMb: 256,
  concurrency: 2,
  maxQueued: 8,
  waitMs: 15_000,
} as const;
export type ConversionLimits = { [Name in keyof typeof conversionLimits]: number };

export const mediaErrorCodes = [
  'ticket.invalid',
  'ticket.expired',
  'media.gone',
  'media.wrong_type',
  'media.too_large',
  'media.range',
  'media.busy',
  'media.unreachable',
  'media.timeout',
  'archive.unfit',
  'archive.too_large',
] as const;
export type MediaErrorCode = (typeof mediaErrorCodes)[number];
/** The server sends the messages of these codes; pages contain only those of `MediaErrorCode`. */
export type LockedErrorCode = 'ticket.locked';
export const conversionErrorCodes = [
  'conversion.unavailable',
  'conversion.failed',
  'conversion.no_sound',
  'conversion.too_large',
] as const;
export type ConversionErrorCode = (typeof conversionErrorCodes)[number];

export const mediaErrorStatus = {
  'ticket.invalid': 404,
  'ticket.expired': 410,
  'media.gone': 410,
  'media.wrong_type': 502,
  'media.too_large': 413,
  'media.range': 416,
  'media.busy': 503,
  'media.unreachable': 502,
  'media.timeout': 504,
  'archive.unfit': 400,
  'archive.too_large': 413,
  'ticket.locked': 403,
  'conversion.unavailable': 404,
  'conversion.failed': 422,
  'conversion.no_sound': 422,
  'conversion.too_large': 413,
} as const satisfies Record<MediaErrorCode | LockedErrorCode | ConversionErrorCode, number>;

export interface MediaError {
  code: MediaErrorCode | LockedErrorCode | ConversionErrorCode;
  totalBytes?: number;
  cause?: unknown;
}

export const resumeGraceMs = resumeWindowMs - ticketLifetimeMs;

export type TicketPurpose = 'attachment' | 'inline';

/** Written into saved files. It says nothing about who saves them. */
export interface FileMetadata {
  author: string;
  link: string;
  /** ISO 8601. */
  date?: string;
  alt?: string;
}

/** Contents of a sealed ticket. The server stores no tickets. */
export interface Ticket {
  url: string;
  /** Saved name without extension. */
  name: string;
  format: string;
  purpose: TicketPurpose;
  conversions?: Conversion[];
  metadata?: FileMetadata;
  /** Milliseconds since 1970. */
  expiresAt: number;
  item: {
    postUrl: string;
    thread?: true;
    itemId: string;
    format: string;
    part: 'file' | 'thumbnail';
  };
}

/** Request header that nginx sets if it can send files itself. */
export const offloadHeader = 'x-unspool-offload';
/** Its value if nginx could not fetch the file and requests it from this process. */
export const offloadFallbackValue = 'relay';

export type DownloadKind = MediaType | 'zip';

/** How the transfer of a file ended. */
export type RelayOutcome = 'complete' | 'client_gone' | 'client_idle' | 'upstream_cut' | 'upstream_idle';

/** For logs and metrics: must not contain URLs, names or anything that identifies a client. */
export interface TransferReport {
  /** `handed_over`: a proxy sends the file, so the result is unknown here. */
  outcome: RelayOutcome | MediaError['code'] | 'handed_over';
  bytes: number;
  milliseconds: number;
  firstByteMilliseconds: number | null;
  isFallback: boolean;
}

export type TicketRequest = Omit<Ticket, 'expiresAt'>;
export type IssueTicket = (request: TicketRequest) => string | null;
