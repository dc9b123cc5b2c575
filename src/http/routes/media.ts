import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OpenedTicket } from '#media/serve.ts';
import { createConcurrencyLimit } from '#platform/limits/concurrency-limit.ts';
import type { Services } from '../context.ts';
import type { IdentifyClient } from '../middleware/client.ts';
import {
  maxConcurrentConversions,
  maxConcurrentTransfers,
  mediaCosts,
  rateLimitHeaders,
  requestLimits,
  slotRetrySeconds,
} from '../request-limits.ts';
import { sendError } from '../responses/error-response.ts';

interface MediaPrice {
  cost: keyof typeof mediaCosts;
  count: number;
}

const preview: MediaPrice = { cost: 'preview', count: 1 };
/** Every request repeats the whole conversion. */
const conversion: MediaPrice = { cost: 'download', count: 3 };
/** The media hosts have to send everything before the range again. */
const zipRange: MediaPrice = { cost: 'playback', count: 12 };
/** So that a long thread remains downloadable. */
const maxZipCount = 30;

/** `isFurtherRange`: of a file that this client has already paid for. */
function priceOf({ kind, ticket }: OpenedTicket, isGet: boolean, isFurtherRange: boolean): MediaPrice {
  if (kind === 'zip') {
    if (isGet && (isFurtherRange || ticket.resumeOnly)) return zipRange;
    const count = Math.min(ticket.selection.length, maxZipCount);
    return { cost: isGet ? 'download' : 'preview', count };
  }
  if (!isGet || ticket.item.part === 'thumbnail') return preview;
  if (ticket.as) return conversion;
  if (isFurtherRange) return preview;
  return { cost: ticket.purpose === 'inline' || ticket.resumeOnly ? 'playback' : 'download', count: 1 };
}

export function createMediaHandler(
  { limits, media }: Pick<Services, 'limits' | 'media'>,
  identifyClient: IdentifyClient,
) {
  const { perClient, total } = maxConcurrentTransfers;
  const transferLimit = createConcurrencyLimit({ perClient: () => perClient * limits.scale, total });
  const conversionLimit = createConcurrencyLimit({
    ...maxConcurrentConversions,
    perClient: () => maxConcurrentConversions.perClient,
  });

  return async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    // An unknown API key doesn't block the file, since its URL alone grants access.
    const { key: clientKey, factor } = await identifyClient(request);
    if (response.destroyed) return;
    const opened = media.openTicket(request, path);
    const isGet = request.method === 'GET';
    const fileKey = `${clientKey}\0${path}`;
    const isFurtherRange = media.isRangeRequest(request) && (await limits.consumed('starts', fileKey)) > 0;

    async function charge({ cost, count }: MediaPrice): Promise<boolean> {
      const { group, points } = mediaCosts[cost];
      // At most half of the limit, so that every file can be fetched, and fetched again at once.
      const half = Math.max(1, Math.floor((requestLimits[group].limit * limits.scale * factor) / 2));
      const result = await limits.consume(group, clientKey, Math.min(points * count, half), factor);
      for (const [name, value] of Object.entries(rateLimitHeaders(group, result)))
        response.setHeader(name, value);
      if (!result.isAllowed)
        sendError(request, response, { code: 'limit.reached', retryAfterSeconds: result.resetSeconds });
      return result.isAllowed;
    }

    const price = opened.ok ? priceOf(opened.value, isGet, isFurtherRange) : preview;
    if (!media.isFallback(request) && !(await charge(price))) return;
    const isConversion = opened.ok && opened.value.kind === 'file' && opened.value.ticket.as !== undefined;
    const release = (isConversion ? conversionLimit : transferLimit).acquire(clientKey);
    if (typeof release === 'string') {
      const code = release === 'client' ? 'limit.reached' : 'server.busy';
      return sendError(request, response, { code, retryAfterSeconds: slotRetrySeconds });
    }
    response.once('close', release);
    if (price.cost !== 'preview' && !isFurtherRange) await limits.consume('starts', fileKey);
    if (response.destroyed) return release();
    await media.serve(request, response, opened, sendError);
  };
}
