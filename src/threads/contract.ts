export const mediaTypes = ['video', 'image', 'gif', 'audio'] as const;
export type MediaType = (typeof mediaTypes)[number];

export const sourceKinds = ['own', 'linked', 'quoted', 'reposted', 'continuation'] as const;
export type SourceKind = (typeof sourceKinds)[number];

export interface MediaSource {
  kind: SourceKind;
  /** Account that published the media, without `@`. */
  username: string;
  /** Shortcode of the post that contains the media; null if Threads gives none. */
  code: string | null;
  /** Only in a whole thread: the post that shows the media. `kind` is relative to that post. */
  post?: ThreadPosition;
}

export interface ThreadPosition {
  code: string;
  url: string;
  /** 1-based. */
  place: number;
  of: number;
}

export interface ThreadEntry {
  code: string;
  url: string;
  text: string;
  publishedAt: string;
}

/**
 * For a single post: how many other posts of the author's thread have media, or true if the page refers to
 * unlisted posts. For a whole thread: its posts, oldest first, including the requested one.
 */
export type ThreadState = { more: number | true } | { posts: ThreadEntry[] };

export interface Rendition {
  /** Signed CDN URL, unmodified: any change breaks the signature. */
  url: string;
  /** Upper-case format that the URL suggests, such as MP4, JPG or WEBP. The actual bytes may differ. */
  format: string;
  /** Delivered size in pixels; null if unknown. */
  width: number | null;
  height: number | null;
  bytes: number | null;
}

export interface MediaItem {
  /** Threads' own media id, stable across repeated reads of the post. */
  id: string;
  type: MediaType;
  /** Best first; never empty. */
  renditions: [Rendition, ...Rendition[]];
  durationSeconds: number | null;
  hasAudio: boolean | null;
  alt: string | null;
  /** A small uncropped still: a smaller size of an image or the cover of a video. */
  thumbnailUrl: string | null;
  source: MediaSource;
}

export interface ThreadsPost {
  code: string;
  /** Canonical URL on www.threads.com. */
  url: string;
  author: { username: string; name: string };
  text: string;
  /** ISO 8601, from `taken_at` or else from the id. */
  publishedAt: string;
  linksTo: string | null;
  /**
   * In display order: own, linked, attached, reposted, quoted; the continuation only if there's nothing else.
   */
  items: MediaItem[];
  /** Set if the post or thread has, or may have, media that no strategy could read. */
  incomplete?: true;
  /** Absent if nothing indicates other posts with media in the author's thread. */
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
  /** The post, if it was found but has no media to save. */
  post?: ThreadsPost;
  retryAfterSeconds?: number;
  cause?: unknown;
}

export type ExtractionResult = { ok: true; value: ThreadsPost } | { ok: false; error: ExtractionError };

/** One request to Threads. Redirects are never followed; the response has `location`. */
export interface PageRequest {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  maxBytes: number;
  timeoutMs: number;
  signal: AbortSignal;
}

export interface PageResponse {
  status: number;
  location: string | null;
  retryAfterSeconds: number | null;
  /** `name=value` of every cookie that was set, for the next request of the same session. */
  cookies: string[];
  text: string;
}

export type PageFetchError = { code: 'refused' | 'unreachable' | 'timeout' | 'too_large'; cause?: unknown };
export type PageFetch = (
  request: PageRequest,
) => Promise<{ ok: true; value: PageResponse } | { ok: false; error: PageFetchError }>;

export const requestProfiles = ['P1', 'P2', 'P3', 'P4', 'P5'] as const;
export type RequestProfile = (typeof requestProfiles)[number];

export const extractionTimeoutMs = 15_000;

/** Reported to the operator; must not contain a link, shortcode or URL. */
export interface StrategyAttempt {
  strategy: string;
  profile: RequestProfile | null;
  outcome: 'found' | 'shell' | 'refused' | ExtractionErrorCode;
  milliseconds: number;
}

export interface GraphqlQueryId {
  name: string;
  id: string;
}

export interface ThreadsReaderOptions {
  fetch: PageFetch;
  /** `https://www.threads.com` or a fake server on loopback. No trailing slash. */
  origin: string;
  profiles: readonly RequestProfile[];
  /** Unix time in milliseconds. */
  now: () => number;
  random: () => number;
  onAttempt?: (attempt: StrategyAttempt) => void;
  /** Replaces the built-in list of query ids; tried in this order. */
  fallbackQueries?: readonly GraphqlQueryId[];
}

export interface ExtractOptions {
  /** Bypasses the cache, for example because the CDN URLs have expired. */
  fresh?: boolean;
  thread?: boolean;
}

export interface ThreadsReader {
  /** Reads the first post that `text` links to. */
  extract(text: string, options?: ExtractOptions): Promise<ExtractionResult>;
}
