/** What the edge itself refuses, whatever the feature: a caller's mistake, or a fault of ours. */
export const requestErrorCodes = [
  'body.malformed',
  'body.too_large',
  'key.unknown',
  'method.unknown',
  'function.unknown',
  'request.foreign',
  'server.failed',
] as const;
export type RequestErrorCode = (typeof requestErrorCodes)[number];
