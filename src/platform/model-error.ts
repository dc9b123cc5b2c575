/** How a call of a model can fail. */
export const modelErrorCodes = [
  /** No provider, or no model for this kind of call, is set. */
  'model.unconfigured',
  /** The day's tokens are used up. */
  'model.budget',
  /** The provider has too much to do, or too many wait here. */
  'model.busy',
  'model.unreachable',
  'model.timeout',
  /** Not what was asked for: half, wrong, empty or too long. */
  'model.malformed',
  /** The provider turned the call down for good: key, model name or content. */
  'model.refused',
  /** Who asked has left. */
  'model.cancelled',
] as const;
export type ModelErrorCode = (typeof modelErrorCodes)[number];

/** Never holds what a provider wrote: an answer may quote the key. */
export interface ModelFailure {
  code: ModelErrorCode;
  /** Of the provider's last answer. */
  status?: number;
  /** As the provider asked for. */
  retryAfterSeconds?: number;
}
