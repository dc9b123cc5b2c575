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

export const retryableErrorCodes = [
  'limit.reached',
  'attempts.too_many',
  'server.busy',
  'server.unwritable',
  'server.restoring',
] as const;
export type RetryableErrorCode = (typeof retryableErrorCodes)[number];

export const adminRequestErrorCodes = [
  'version.missing',
  'body.type',
  'body.heavy',
  'fields.unfit',
  /** Sent with the code `request.anonymous`; only the message differs. */
  'publish.anonymous',
  'password.wrong',
  'setup.link',
] as const;
export type AdminRequestErrorCode = (typeof adminRequestErrorCodes)[number];

/** For responses whose URL contains a link: not cached, not indexed, and not sent as referrer. */
export const noStoreHeaders = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
} as const;

/** Tells a form action `<seconds> <code>` if the form is rate limited. Removed from incoming requests. */
export const rateLimitedHeader = 'x-limited-for';

/** Asks for the page that names the public origin, for a form from another one. Removed from incoming requests. */
export const otherOriginHeader = 'x-other-origin';

/** Tells the pages that aren't cached the network of the client. Overwritten on incoming requests. */
export const clientNetworkHeader = 'x-client-network';
