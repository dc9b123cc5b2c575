import type { RelayOutcome } from './relay/client-writer.ts';
import type { TicketRequest } from './tickets/file-ticket.ts';

/** Types of the extraction and media APIs. Field names are part of the public JSON. */

export const mediaPath = '/media/';
export const zipPath = '/media/zip/';
export const maxZipFiles = 200;
/** Every unzip program can open archives below 4 GiB. */
export const maxZipBytes = 4_000_000_000;
export const ticketLifetimeMs = 15 * 60_000;
/** For this long after it was issued, a ticket can resume a download, even if it has expired. */
export const resumeWindowMs = 6 * 3_600_000;

export const blobUrlRevokeDelayMs = 100;

/** Values of `?as=` on a media URL. */
export const conversions = ['jpg', 'png', 'gif', 'm4a'] as const;
export type Conversion = (typeof conversions)[number];
export const conversionLimits = {
  /** Input image. `pixels` counts all frames. */
  imageBytes: 32 * 1024 * 1024,
  pixels: 60_000_000,
  videoBytes: 256 * 1024 * 1024,
  videoPixels: 3840 * 3840,
  /** Longer silent videos are not offered as GIF. */
  loopSeconds: 30,
  outputBytes: 64 * 1024 * 1024,
  /** Total of converted files that have not been sent yet. */
  pendingBytes: 256 * 1024 * 1024,
  /** Does not include the time in the queue. */
  timeoutMs: 60_000,
  concurrency: 2,
  maxQueueLength: 8,
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
/** Separate from `MediaErrorCode`, whose messages every page has: the server sends this one's message. */
export type LockedErrorCode = 'ticket.locked';
/** The server sends the messages of these codes, too. */
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
  /** Length of the whole file, with `media.range`. */
  totalBytes?: number;
  cause?: unknown;
}

/** Expired tickets and proof tokens can still resume a download for this long. */
export const resumeGraceMs = resumeWindowMs - ticketLifetimeMs;

export type TicketPurpose = 'attachment' | 'inline';

/** Contents of a sealed ticket. The server does not store tickets. */
export interface Ticket {
  /** CDN URL. */
  url: string;
  /** Saved name without extension. */
  name: string;
  /** Declared format; the saved extension follows the detected type. */
  format: string;
  purpose: TicketPurpose;
  conversions?: Conversion[];
  /** Milliseconds since 1970. */
  expiresAt: number;
  /** Identifies the file, to renew an expired CDN URL. */
  item: {
    postUrl: string;
    thread?: true;
    itemId: string;
    format: string;
    part: 'file' | 'thumbnail';
  };
}

/** Request header of an nginx that can send files; only this process sees it. */
export const offloadHeader = 'x-unspool-offload';
/** Value of that header if nginx could not fetch the file of this request and asks for the file itself. */
export const offloadFallbackValue = 'relay';

/** For the operator, so it must not contain URLs, names or anything that identifies a client. */
export interface TransferReport {
  /** `handed_over`: a proxy sends the file, and the outcome is unknown here. */
  outcome: RelayOutcome | MediaError['code'] | 'handed_over' | 'limit.reached';
  /** Body bytes written to the client or handed over. */
  bytes: number;
  milliseconds: number;
  /** Time until the first byte could be sent; null if nothing was sent. */
  firstByteMilliseconds: number | null;
  isFallback: boolean;
}

/** Returns the media URL, or null if the CDN URL is not allowed or too long. */
export type IssueTicket = (request: TicketRequest) => string | null;
