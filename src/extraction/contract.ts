import type { Conversion, ConversionErrorCode, LockedErrorCode, MediaErrorCode } from '#media/contract.ts';
import type {
  ExtractionErrorCode,
  MediaItem,
  MediaSource,
  Rendition,
  ThreadsPost,
} from '#threads/contract.ts';
import type { ProofOfWorkChallenge } from '#verification/contract.ts';

/** Larger files are streamed from their own URL. */
export const base64LimitBytes = 32 * 1024 * 1024;

export const extractBodyLimitBytes = 4096;

/** `resolution` if the size is unknown; the page shows "Original size". */
export const unknownResolution = 'Unknown';

export interface Quality
  extends Pick<MediaItem, 'type' | 'durationSeconds' | 'hasAudio' | 'alt' | 'thumbnailUrl' | 'isSpoiler'>,
    Pick<Rendition, 'width' | 'height' | 'bytes'> {
  /** In English, such as `Video 1`. Saved names are built from it. */
  displayName: string;
  /** Upper case: MP4, JPG, WEBP, GIF, M4A. Guessed from the CDN's URL; `url` answers HEAD with that of the bytes. */
  format: string;
  resolution: string;
  /** `720p` for video, otherwise `Original`; further files of an item have their format here. */
  quality: string;
  url: string;
  itemId: string;
  /** Of the item in the response, from 1. */
  index: number;
  previewUrl: string;
  source: Omit<MediaSource, 'code'>;
  conversions?: Conversion[];
}

export interface ExtractedPost extends Omit<ThreadsPost, 'items' | 'linksTo'> {
  linksTo?: string;
}

export interface ExtractMediaOptions {
  thread?: boolean;
  hasApiKey?: boolean;
}

export interface ExtractResponse {
  success: boolean;
  qualities: Quality[];
  post?: ExtractedPost;
  /** `?items=1,3` or `item=1&item=3` selects by `index`. Left out for a single item. */
  zipUrl?: string;
  error?: string;
  code?: ExtractionErrorCode;
  retryAfter?: number;
  proof?: ProofOfWorkChallenge;
}

export interface DownloadResponse {
  success: boolean;
  /** Base64. */
  data?: string;
  error?: string;
  code?: MediaErrorCode | LockedErrorCode | ConversionErrorCode;
}
