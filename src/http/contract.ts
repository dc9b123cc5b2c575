/** What the edge itself refuses, whatever the feature: a caller's mistake, or a fault of ours. */
export const requestErrorCodes = [
  'body.malformed',
  'body.too_large',
  'body.unfit',
  'body.too_long',
  'query.malformed',
  'key.unknown',
  'method.unknown',
  'function.unknown',
  'call.unknown',
  'request.foreign',
  'request.anonymous',
  'server.failed',
] as const;
export type RequestErrorCode = (typeof requestErrorCodes)[number];

/**
 * Refused for now, whoever asks: by a limit of the client, because the process has too much to do, or because nothing
 * can be kept, on a disk that is full or read-only.
 */
export const forNowErrorCodes = ['limit.reached', 'server.busy', 'server.unwritable'] as const;
export type ForNowErrorCode = (typeof forNowErrorCodes)[number];

/** The same of calls below `/api/admin`. */
export const deskRequestErrorCodes = [
  ...(['version.missing', 'body.type', 'body.heavy', 'fields.unfit'] as const),
  /** `request.anonymous` of a call that publishes many posts at once: only its sentence is another one. */
  'publish.anonymous',
] as const;
export type DeskRequestErrorCode = (typeof deskRequestErrorCodes)[number];

/** A post with its pictures inside, in base64, as JSON. */
export const deskSaveLimitBytes = 72_000_000;

/** Browsers ask again each time; shared caches for five minutes only, and show the old one for a day meanwhile. */
export const publicCacheControl = 'public, max-age=0, s-maxage=300, stale-while-revalidate=86400';
/** Of an answer whose address holds a link: nobody keeps it, no search engine lists it, and what it leads to does not hear where from. */
export const unkeptHeaders = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
} as const;
/** When to come again where nothing can be kept: somebody has to mend that first. */
export const unwritableSeconds = 60;
/** A stored file is fresh for this long. */
export const storedFileMaxAgeSeconds = 3600;

/** How an action is told that a form is refused for now: the seconds to wait, and the code. What a visitor sends under this name is dropped. */
export const limitedHeader = 'x-limited-for';

/** How the pages of the administration are told which network a request comes from. What a visitor sends under this name is overwritten. */
export const networkHeader = 'x-client-network';
