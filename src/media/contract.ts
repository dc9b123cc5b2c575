import type {
  ExtractionErrorCode,
  HoldingPost,
  MediaType,
  SourceKind,
  ThreadState,
} from '#threads/contract.ts';
import type { ProofOffer } from '#verification/contract.ts';

/** What the extract function answers, and what a media address can refuse. Field names are the wire's. */

/** What our own addresses of files begin with; the ticket follows. */
export const mediaPath = '/media/';
/** Life of the addresses of one answer. */
export const ticketLifetimeMs = 15 * 60_000;
/** Largest file the base64 answer carries; larger ones are streamed from their own address. */
export const base64LimitBytes = 32 * 1024 * 1024;
/** Saved names begin with this: the platform's own name in lower case. */
export const savedNamePrefix = 'threads';
export const extractBodyLimitBytes = 4096;
/** The blob address of a saved file is released this long after the save. */
export const blobReleaseDelayMs = 100;
/** `resolution` where no size is known; the page words it 'Original size'. */
export const unknownResolution = 'Unknown';

/** One downloadable file: a rendition of a media item. */
export interface Quality {
  type: MediaType;
  /** `Video 1`: kind and place, in English; the saved name is made from it. */
  displayName: string;
  /** Upper case: MP4, JPG, WEBP, GIF, M4A. */
  format: string;
  /** `720x1280`, or `Unknown`. */
  resolution: string;
  /** `720p` for video, else `Original`; a second file of one item names its format. */
  quality: string;
  /** Our own sealed address of the file, as an attachment. */
  url: string;
  itemId: string;
  /** Place of the item in the answer, from 1. */
  index: number;
  width: number | null;
  height: number | null;
  bytes: number | null;
  durationSeconds: number | null;
  /** null where Threads does not say. */
  hasAudio: boolean | null;
  alt: string | null;
  /** Our own sealed addresses, shown in the page. */
  thumbnailUrl: string | null;
  previewUrl: string;
  source: { kind: SourceKind; username: string; post?: HoldingPost };
}

export interface PostSummary {
  code: string;
  /** Canonical address on Threads. */
  url: string;
  author: { username: string; name: string };
  text: string;
  publishedAt: string;
  linksTo?: string;
  /** There is, or may be, more in the post than could be read. */
  incomplete?: true;
  thread?: ThreadState;
}

/** What of a post is wanted. */
export interface ExtractChoice {
  /** The author's whole thread around it. */
  thread?: boolean;
}

export interface ExtractAnswer {
  success: boolean;
  qualities: Quality[];
  post?: PostSummary;
  /** A sentence for the visitor, in the language asked for. */
  error?: string;
  code?: ExtractionErrorCode;
  retryAfter?: number;
  /** Only where files have to be proved for before they are given. */
  proof?: ProofOffer;
}

export interface DownloadAnswer {
  success: boolean;
  /** Base64. */
  data?: string;
  error?: string;
  code?: MediaErrorCode | LockedCode;
}

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
] as const;
export type MediaErrorCode = (typeof mediaErrorCodes)[number];
/** Apart from those above, which every page knows: it exists only where a proof is asked for, and the server words it. */
export type LockedCode = 'ticket.locked';

/** Status of a refused media address. */
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
  'ticket.locked': 403,
} as const satisfies Record<MediaErrorCode | LockedCode, number>;

export interface MediaError {
  code: MediaErrorCode | LockedCode;
  /** Whole length of the file, with `media.range`. */
  totalBytes?: number;
  cause?: unknown;
}

export type TicketPurpose = 'attachment' | 'inline';

/** What a ticket seals. Only its bearer holds it; we keep nothing. */
export interface Ticket {
  /** CDN address. */
  url: string;
  /** Saved name without extension. */
  name: string;
  /** Format promised; the saved extension follows the true bytes. */
  format: string;
  purpose: TicketPurpose;
  /** Milliseconds since 1970. */
  expiresAt: number;
  /** Enough to find the same file again when the CDN address has expired. */
  item: {
    postUrl: string;
    /** Of the post's whole thread. */
    thread?: true;
    itemId: string;
    format: string;
    part: 'file' | 'thumbnail';
  };
}
