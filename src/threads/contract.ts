export const mediaTypes = ['video', 'image', 'gif', 'audio'] as const;
export type MediaType = (typeof mediaTypes)[number];

export const sourceKinds = ['own', 'linked', 'quoted', 'reposted', 'continuation'] as const;
export type SourceKind = (typeof sourceKinds)[number];

export interface MediaSource {
  kind: SourceKind;
  username: string;
  code: string | null;
  /** In a whole thread, the post that shows the media; `kind` is relative to it. */
  post?: ThreadPosition;
}

export interface ThreadPosition {
  code: string;
  url: string;
  /** 1-based. */
  place: number;
  of: number;
}

export const textStyles = ['bold', 'italic', 'underline', 'spoiler', 'sticker'] as const;
/** `spoiler`: hidden until the reader wants to see it. `sticker`: a sign in place of a small picture. */
export type TextStyle = (typeof textStyles)[number];

/** A part of a text, in UTF-16 units. `end` is not part of it. */
export interface FormattedRange {
  start: number;
  end: number;
  styles: TextStyle[];
  /** http or https, without redirectors. For a mention, the profile. */
  link?: string;
}

export interface PostText {
  text: string;
  /** In order, without overlaps. */
  formatting?: FormattedRange[];
}

export interface ThreadEntry extends PostText {
  code: string;
  url: string;
  publishedAt: string;
}

export const threadGapReasons = ['missing', 'unavailable'] as const;

/** Posts that a whole thread lacks: Threads didn't send them, or only that they are gone. */
export interface ThreadGap {
  /** The number of listed posts before the gap. */
  after: number;
  /** True if it's unknown. */
  count: number | true;
  reason: (typeof threadGapReasons)[number];
}

/** `more` counts the other posts with media, or is true if they are unlisted or all are words. `posts` is oldest first. */
export type ThreadState = { more: number | true } | { posts: ThreadEntry[]; gaps?: ThreadGap[] };

export interface Rendition {
  /** Signed: any change breaks it. */
  url: string;
  /** Guessed from the URL, such as MP4, JPG or WEBP. The actual bytes may differ. */
  format: string;
  /** Delivered size in pixels. */
  width: number | null;
  height: number | null;
  bytes: number | null;
}

export interface MediaItem {
  /** Threads' own media id, stable across repeated reads of the post. */
  id: string;
  type: MediaType;
  /** Best first. */
  renditions: [Rendition, ...Rendition[]];
  durationSeconds: number | null;
  hasAudio: boolean | null;
  alt: string | null;
  /** A smaller size of an image, or the cover of a video. */
  thumbnailUrl: string | null;
  source: MediaSource;
  /** Hidden by the author until the reader wants to see it. */
  isSpoiler?: true;
}

export const withheldParts = ['text', 'gif'] as const;
/** A long text that is attached to the post, or a GIF. */
export type WithheldPart = (typeof withheldParts)[number];

/** `text` is the caption and the long text that may be attached to it. */
export interface ThreadsPost extends PostText {
  code: string;
  url: string;
  author: { username: string; name: string };
  /** What Threads doesn't give to anonymous visitors. */
  withheld?: WithheldPart[];
  /** ISO 8601. */
  publishedAt: string;
  linksTo: string | null;
  /** In display order. The continuation is included only if there is no other media. */
  items: MediaItem[];
  /** Some media exist, or may exist, that no strategy could read. */
  incomplete?: true;
  thread?: ThreadState;
}

export const extractionErrorCodes = [
  'link.empty',
  'link.not_threads',
  'link.not_a_post',
  'link.live_chat',
  'link.cut_off',
  'post.gone',
  'post.private',
  'post.restricted',
  'post.sign_in',
  'post.expired',
  'post.no_media',
  'post.media_elsewhere',
  'upstream.busy',
  'upstream.login',
  'upstream.checkpoint',
  'upstream.empty',
  'upstream.unreachable',
  'upstream.timeout',
  'upstream.changed',
] as const;
export type ExtractionErrorCode = (typeof extractionErrorCodes)[number];

/** Threads refuses to show a post now, and may show it later: a rate limit, a wall, or empty pages. */
export const refusalCodes: readonly (ExtractionErrorCode | undefined)[] = [
  'upstream.busy',
  'upstream.login',
  'upstream.checkpoint',
  'upstream.empty',
];

export interface ExtractionError {
  code: ExtractionErrorCode;
  /** Set if the post was found but has no media to save. */
  post?: ThreadsPost;
  retryAfterSeconds?: number;
  cause?: unknown;
}

export type ExtractionResult = { ok: true; value: ThreadsPost } | { ok: false; error: ExtractionError };

/** Redirects are never followed; the response has `location`. */
export interface PageRequest {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  maxBytes: number;
  timeoutMs: number;
  signal: AbortSignal;
  /** A body that was cut off is returned with `cutOff`, instead of an error. */
  acceptsPartial?: boolean;
}

export interface PageResponse {
  status: number;
  location: string | null;
  retryAfterSeconds: number | null;
  cookies: string[];
  text: string;
  cutOff?: PageFetchError;
}

export type PageFetchError = { code: 'refused' | 'unreachable' | 'timeout' | 'too_large'; cause?: unknown };
export type PageFetch = (
  request: PageRequest,
) => Promise<{ ok: true; value: PageResponse } | { ok: false; error: PageFetchError }>;

export const requestProfiles = ['P1', 'P2', 'P3', 'P4', 'P5'] as const;
export type RequestProfile = (typeof requestProfiles)[number];

export const extractionTimeoutMs = 15_000;

/** A field of a post that Threads has left out, or that no version of the parser knows: `post.user`. */
export interface FieldDifference {
  kind: 'missing' | 'unknown';
  field: string;
}

/** Reported to the operator; must not contain a link, shortcode or URL. */
export interface StrategyAttempt {
  strategy: string;
  profile: RequestProfile | null;
  outcome: 'found' | 'shell' | 'refused' | ExtractionErrorCode;
  milliseconds: number;
  differences?: readonly FieldDifference[];
}

export interface ThreadsReaderOptions {
  fetch: PageFetch;
  /** `https://www.threads.com` or a fake server on loopback. No trailing slash. */
  origin: string;
  profiles: readonly RequestProfile[];
  now: () => number;
  random: () => number;
  onAttempt?: (attempt: StrategyAttempt) => void;
}

export interface ExtractOptions {
  fresh?: boolean;
  thread?: boolean;
  /** Replaces the reader's own. Not called if the post is cached or another call already reads it. */
  onAttempt?: (attempt: StrategyAttempt) => void;
}

export interface ThreadsReader {
  extract(text: string, options?: ExtractOptions): Promise<ExtractionResult>;
}
