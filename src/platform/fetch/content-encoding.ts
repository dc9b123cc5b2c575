import { DecoratorHandler, type Dispatcher } from 'undici';
import { createCodedError } from './fetch-policy.ts';

/**
 * What our clients ask for. Brotli is never decoded, asked for or not: a crafted body corrupts the memory of
 * Node before 22.23.4, 24.22.1 and 26.12.1 (CVE-2026-111497).
 */
export const acceptedEncodings = 'gzip, deflate';
const knownEncodings = ['', 'identity', 'gzip', 'x-gzip', 'deflate'];

/** The error of a response in any other encoding. Its body is never read. */
export const rejectedEncodingCode = 'ERR_REFUSED_ENCODING';

/** Several encodings only serve decompression bombs. */
function findRejectedEncoding(header: string | string[] | undefined): string | null {
  const encoding = [header ?? ''].flat().join(',').trim().toLowerCase();
  return knownEncodings.includes(encoding) ? null : encoding;
}

class EncodingCheck extends DecoratorHandler {
  readonly #handler: Dispatcher.DispatchHandler;

  constructor(handler: Dispatcher.DispatchHandler) {
    super(handler);
    this.#handler = handler;
  }

  onResponseStart(...args: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>): void {
    const [controller, , headers] = args;
    const rejected = findRejectedEncoding(headers['content-encoding']);
    if (rejected === null) this.#handler.onResponseStart?.(...args);
    else
      controller.abort(createCodedError(`rejected encoding ${rejected.slice(0, 40)}`, rejectedEncodingCode));
  }
}

/** For `compose` of every dispatcher whose responses are decoded. */
export const rejectOtherEncodings: Dispatcher.DispatcherComposeInterceptor =
  (dispatch) => (options, handler) =>
    dispatch(options, new EncodingCheck(handler));
