import type { IncomingMessage } from 'node:http';
import { fail, ok, type Result } from '#platform/result.ts';
import type { MediaError } from '../contract.ts';
import type { UpstreamRequest } from '../upstream-client.ts';
import { type ContentRange, isRequestedRange, parseContentRange, parseUnsatisfiedRange } from './range.ts';

export interface ResponseHead {
  range: ContentRange | null;
  length: number | null;
  totalBytes: number | null;
}

export function validateHead(
  response: IncomingMessage,
  request: UpstreamRequest,
): Result<ResponseHead, MediaError> {
  const { statusCode: status = 0, headers } = response;
  const requestedRange = request.range;
  if (status === 416 && requestedRange !== null) {
    const totalBytes = parseUnsatisfiedRange(headers['content-range']);
    return fail({ code: 'media.range', ...(totalBytes !== null && { totalBytes }) });
  }
  if (status === 429 || status === 503) return fail({ code: 'media.busy' });
  if (status >= 400 && status < 500 && status !== 408) return fail({ code: 'media.gone', cause: status });
  if (status !== 200 && !(status === 206 && requestedRange !== null)) {
    return fail({ code: 'media.unreachable', cause: `status ${status}` });
  }
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity') return fail({ code: 'media.wrong_type', cause: 'encoded' });

  const length = readLength(response);
  if (length === 0) return fail({ code: 'media.wrong_type', cause: 'empty' });
  if (status === 200) {
    // A truncated body would look complete.
    if (length === null && !headers['transfer-encoding'] && request.method === 'GET') {
      return fail({ code: 'media.unreachable', cause: 'no length' });
    }
    return ok({ range: null, length, totalBytes: length });
  }
  const range = parseContentRange(headers['content-range']);
  const partLength = range && range.to - range.from + 1;
  if (
    !range ||
    requestedRange === null ||
    !isRequestedRange(requestedRange, range) ||
    (length ?? partLength) !== partLength
  ) {
    return fail({ code: 'media.unreachable', cause: 'unexpected Content-Range' });
  }
  return ok({ range, length: partLength, totalBytes: range.totalBytes });
}

function readLength({ headers }: IncomingMessage): number | null {
  if (headers['transfer-encoding']) return null;
  const text = headers['content-length'] ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}
