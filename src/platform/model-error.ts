export const modelErrorCodes = [
  'model.unconfigured',
  'model.budget',
  /** The provider or our queue is overloaded. */
  'model.busy',
  'model.unreachable',
  'model.timeout',
  /** The response is truncated, invalid, empty or too long. */
  'model.malformed',
  /** The provider rejected the key, the model or the content: don't retry. */
  'model.refused',
  'model.cancelled',
] as const;
export type ModelErrorCode = (typeof modelErrorCodes)[number];

/** Contains no text from the provider, which could quote the key. */
export interface ModelError {
  code: ModelErrorCode;
  status?: number;
  retryAfterSeconds?: number;
}
