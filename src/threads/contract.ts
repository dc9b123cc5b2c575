/** What a public Threads post is to us, and every way reading one can fail. */

export const mediaTypes = ['video', 'image', 'gif', 'audio'] as const;
export type MediaType = (typeof mediaTypes)[number];

/** Where an item stands relative to the post that was asked for. */
export const sourceKinds = ['own', 'linked', 'quoted', 'reposted', 'continuation'] as const;
export type SourceKind = (typeof sourceKinds)[number];

export interface MediaSource {
  kind: SourceKind;
  /** Account that published the media, without the at-sign. */
  username: string;
  /** Shortcode of the post that holds the media; null where Threads gives none. */
  code: string | null;
  /** Only where the whole thread was asked for: the post of it that shows the media. `kind` is relative to that post. */
  post?: HoldingPost;
}

/** A post of a thread, by its place among those that were read. */
export interface HoldingPost {
  code: string;
  /** Canonical address on www.threads.com. */
  url: string;
  /** From 1. */
  place: number;
  of: number;
}

export interface ThreadPost {
  code: string;
  url: string;
  text: string;
  /** ISO 8601. */
  publishedAt: string;
}

/**
 * Of a single post: how many other posts of the author's own thread have media, or that there are posts which the page
 * does not show. Of a whole thread: its posts, oldest first, the one asked for among them.
 */
export type ThreadState = { more: number | true } | { posts: ThreadPost[] };

/** One file of a media item. */
export interface Rendition {
  /** Signed CDN address exactly as given; changing it breaks the signature. */
  url: string;
  /** Upper-case file format the CDN promises: MP4, JPG, PNG, WEBP, HEIC, GIF, M4A. The bytes have the last word. */
  format: string;
  /** Delivered size in pixels; null where unknown. */
  width: number | null;
  height: number | null;
  /** File size in bytes where Threads states it. */
  bytes: number | null;
}

export interface MediaItem {
  /** Stable over repeated reads of the same post: Threads' own id of the media. */
  id: string;
  type: MediaType;
  /** Best first; never empty. */
  renditions: [Rendition, ...Rendition[]];
  /** Seconds, as delivered; null where unknown. */
  durationSeconds: number | null;
  /** null where Threads does not say. */
  hasAudio: boolean | null;
  alt: string | null;
  /** A small uncropped still: a smaller size of a picture, the cover of a video; null where there is none. */
  thumbnailUrl: string | null;
  source: MediaSource;
}

export interface Post {
  /** Shortcode, case-sensitive. */
  code: string;
  /** Canonical address on www.threads.com. */
  url: string;
  author: { username: string; name: string };
  text: string;
  /** ISO 8601, from `taken_at` or, without it, from the id. */
  publishedAt: string;
  /** Address of the link preview, where the post carries one. */
  linksTo: string | null;
  /** In display order: own, linked, attached, reposted, quoted; the author's continuation only where there is nothing else. */
  items: MediaItem[];
  /** True where the post, or the thread, holds or may hold more media than could be read in any way tried. */
  incomplete?: true;
  /** Left out where nothing tells of other posts with media in the author's own thread. */
  thread?: ThreadState;
}

export const extractionErrorCodes = [
  'link.empty',
  'link.not_threads',
  'link.not_a_post',
  'post.gone',
  'post.private',
  'post.restricted',
  'post.no_media',
  'post.media_elsewhere',
  'upstream.busy',
  'upstream.unreachable',
  'upstream.timeout',
  'upstream.changed',
] as const;
export type ExtractionErrorCode = (typeof extractionErrorCodes)[number];

export interface ExtractionError {
  code: ExtractionErrorCode;
  /** The post itself, where it was found but holds nothing to save. */
  post?: Post;
  /** Only with `upstream.busy`. */
  retryAfterSeconds?: number;
  /** What lay below, for the operator; never shown to a visitor. */
  cause?: unknown;
}

export type ExtractionResult = { ok: true; value: Post } | { ok: false; error: ExtractionError };

/** One request to Threads. Redirects are never followed: the answer carries `location`. */
export interface PageRequest {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  /** Decoded bytes of the body at most. */
  maxBytes: number;
  timeoutMs: number;
  signal: AbortSignal;
}

export interface PageResponse {
  status: number;
  location: string | null;
  /** Seconds, from Retry-After, where the answer has one. */
  retryAfterSeconds: number | null;
  /** `name=value` of every cookie set, for the next request of the same anonymous visit. */
  cookies: string[];
  text: string;
}

export type PageFailure = { code: 'refused' | 'unreachable' | 'timeout' | 'too_large'; cause?: unknown };
export type PageFetch = (
  request: PageRequest,
) => Promise<{ ok: true; value: PageResponse } | { ok: false; error: PageFailure }>;

export const requestProfiles = ['P1', 'P2', 'P3', 'P4', 'P5'] as const;
export type RequestProfile = (typeof requestProfiles)[number];

/** Reading one post ends after this, whatever Threads does. */
export const extractionTimeoutMs = 15_000;

/** What the operator may know of one try: no link, no code, no address. */
export interface Attempt {
  strategy: string;
  profile: RequestProfile | null;
  outcome: 'found' | 'shell' | 'refused' | ExtractionErrorCode;
  milliseconds: number;
}

/** A GraphQL query by its id, for pages that print none of their own. */
export interface FallbackQuery {
  name: string;
  id: string;
}

export interface ThreadsReaderOptions {
  fetch: PageFetch;
  /** `https://www.threads.com`, or a stand-in on loopback. No trailing slash. */
  origin: string;
  /** Tried in this order until one works. */
  profiles: readonly RequestProfile[];
  /** Milliseconds since 1970. */
  now: () => number;
  /** In [0, 1). */
  random: () => number;
  onAttempt?: (attempt: Attempt) => void;
  /** Instead of the built-in list; tried in this order. */
  fallbackQueries?: readonly FallbackQuery[];
}

export interface ExtractOptions {
  /** Read again even where the post was read a moment ago: its CDN addresses have expired. */
  fresh?: boolean;
  /** All media of the author's own thread around the post, oldest first, each with its post. */
  thread?: boolean;
}

export interface ThreadsReader {
  /** Finds the first post link in `text` (a link, or any text around one) and reads that post and no other. */
  extract(text: string, options?: ExtractOptions): Promise<ExtractionResult>;
}
