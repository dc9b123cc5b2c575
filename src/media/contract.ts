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
/** What the address of a post's ZIP begins with. */
export const archivePath = '/media/zip/';
/** Files in one ZIP at most: as many items as a thread is read with. */
export const archiveFilesLimit = 200;
/** Bytes of its files at most: below 4 GiB every program opens a ZIP. */
export const archiveBytesLimit = 4_000_000_000;
/** Life of the addresses of one answer. */
export const ticketLifetimeMs = 15 * 60_000;
/** So long after it was given, an address still gives the rest of a file whose beginning is there. */
export const resumableMs = 6 * 3_600_000;
/** Largest file the base64 answer carries; larger ones are streamed from their own address. */
export const base64LimitBytes = 32 * 1024 * 1024;
/** Saved names begin with this: the platform's own name in lower case. */
export const savedNamePrefix = 'threads';
export const extractBodyLimitBytes = 4096;
/** The blob address of a saved file is released this long after the save. */
export const blobReleaseDelayMs = 100;
/** `resolution` where no size is known; the page words it 'Original size'. */
export const unknownResolution = 'Unknown';

/** What a file may be had as besides what it is: `?as=` on its address. */
export const conversions = ['jpg', 'png', 'gif', 'm4a'] as const;
export type Conversion = (typeof conversions)[number];
/** Bounds of one conversion. */
export const conversionLimits = {
  /** Of a picture that is read, in bytes and in pixels of all its frames. */
  pictureBytes: 32 * 1024 * 1024,
  pixels: 60_000_000,
  /** Of a video that is read. */
  videoBytes: 256 * 1024 * 1024,
  videoPixels: 3840 * 3840,
  /** A silent video that is longer is not offered as a GIF, in seconds. */
  loopSeconds: 30,
  /** Of what is made. */
  madeBytes: 64 * 1024 * 1024,
  /** Of all that is made and not sent yet. */
  heldBytes: 256 * 1024 * 1024,
  /** From its turn to its last byte. */
  milliseconds: 60_000,
  /** At the same time, and how many wait for their turn, for how long. */
  atOnce: 2,
  waiting: 8,
  waitMs: 15_000,
} as const;
export type ConversionLimits = { [Name in keyof typeof conversionLimits]: number };

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
  /** What `url` gives it as with `?as=`, after this server has made it; left out where there is nothing. */
  conversions?: Conversion[];
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
  /** Asked with an API key: no proof is asked for. */
  isKeyed?: boolean;
}

export interface ExtractAnswer {
  success: boolean;
  qualities: Quality[];
  post?: PostSummary;
  /**
   * Our own sealed address of all files as one ZIP, of each item the best; `?items=1,3` (or `item=1&item=3`) chooses by
   * `index`. Only where there are several items.
   */
  zipUrl?: string;
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
  code?: MediaErrorCode | LockedCode | ConversionErrorCode;
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
  'archive.unfit',
  'archive.too_large',
] as const;
export type MediaErrorCode = (typeof mediaErrorCodes)[number];
/** Apart from those above, which every page knows: it exists only where a proof is asked for, and the server words it. */
export type LockedCode = 'ticket.locked';
/** Why a file is not given as something else. Worded by the server alone, too. */
export const conversionErrorCodes = [
  /** This server, or this file, has no such form. */
  'conversion.unavailable',
  /** Its bytes can't be read as what they say they are. */
  'conversion.failed',
  'conversion.no_sound',
  /** Too many bytes or pixels, too long, or what came of it was. */
  'conversion.too_large',
] as const;
export type ConversionErrorCode = (typeof conversionErrorCodes)[number];

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
  'archive.unfit': 400,
  'archive.too_large': 413,
  'ticket.locked': 403,
  'conversion.unavailable': 404,
  'conversion.failed': 422,
  'conversion.no_sound': 422,
  'conversion.too_large': 413,
} as const satisfies Record<MediaErrorCode | LockedCode | ConversionErrorCode, number>;

export interface MediaError {
  code: MediaErrorCode | LockedCode | ConversionErrorCode;
  /** Whole length of the file, with `media.range`. */
  totalBytes?: number;
  cause?: unknown;
}

/** What has a beginning and an end: while it is over by less than this, it is good for the rest of a broken download. */
export const resumeGraceMs = resumableMs - ticketLifetimeMs;

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
  /** What it may be had as besides. */
  conversions?: Conversion[];
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
