import type { IncomingMessage } from 'node:http';
import { fail, ok, type Result } from '#platform/result.ts';
import type { MediaError } from './contract.ts';
import { type ContentRange, isRangeAsked, readContentRange, readUnsatisfied } from './read-range.ts';
import type { UpstreamAsk } from './request-upstream.ts';

export interface JudgedHead {
  /** The part that follows, or null where it is the whole file. */
  range: ContentRange | null;
  /** Bytes of this body; null where the CDN does not say (chunked). */
  length: number | null;
  /** Bytes of the whole file. */
  totalBytes: number | null;
}

/** What the CDN's status and headers say of the body to come. */
export function judgeHead(response: IncomingMessage, ask: UpstreamAsk): Result<JudgedHead, MediaError> {
  const { statusCode: status = 0, headers } = response;
  const asked = ask.range;
  if (status === 416 && asked !== null) {
    const totalBytes = readUnsatisfied(headers['content-range']);
    return fail({ code: 'media.range', ...(totalBytes !== null && { totalBytes }) });
  }
  if (status === 429 || status === 503) return fail({ code: 'media.busy' });
  if (status >= 400 && status < 500 && status !== 408) return fail({ code: 'media.gone', cause: status });
  if (status !== 200 && !(status === 206 && asked !== null)) {
    return fail({ code: 'media.unreachable', cause: `status ${status}` });
  }
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity') return fail({ code: 'media.wrong_type', cause: 'encoded' });

  const length = readLength(response);
  if (length === 0) return fail({ code: 'media.wrong_type', cause: 'empty' });
  if (status === 200) {
    // Without a length and without chunks a cut would look like the end.
    if (length === null && !headers['transfer-encoding'] && ask.method === 'GET') {
      return fail({ code: 'media.unreachable', cause: 'no length' });
    }
    return ok({ range: null, length, totalBytes: length });
  }
  const range = readContentRange(headers['content-range']);
  const partLength = range && range.to - range.from + 1;
  if (!range || asked === null || !isRangeAsked(asked, range) || (length ?? partLength) !== partLength) {
    return fail({ code: 'media.unreachable', cause: 'another range than asked' });
  }
  return ok({ range, length: partLength, totalBytes: range.totalBytes });
}

function readLength({ headers }: IncomingMessage): number | null {
  if (headers['transfer-encoding']) return null;
  const text = headers['content-length'] ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}
