import type { IncomingMessage, ServerResponse } from 'node:http';
import { createConcurrencyLimit } from '#platform/limits/concurrency-limit.ts';
import type { Services } from '../context.ts';
import { createIdentifyClient, type GetClientNetwork } from '../middleware/client.ts';
import { rateLimitHeaders } from '../middleware/request-limiter.ts';
import {
  conversionCost,
  inlineMediaCost,
  maxConcurrentConversions,
  maxConcurrentTransfers,
  maxZipCost,
  partsPerDownload,
  requestLimits,
  zipPartCost,
} from '../request-limits.ts';
import { sendMediaError, sendRetryAfter } from '../responses/error-response.ts';

type MediaServices = Pick<
  Services,
  'accounts' | 'media' | 'limits' | 'log' | 'pageLocale' | 'preferredLocale' | 'formatError' | 'homePath'
>;

const slotRetrySeconds = 5;

interface RequestCost {
  group: 'media' | 'views';
  points: number;
}
const previewCost = { kind: 'once', cost: { group: 'views', points: 1 } } as const;

type MediaCharge =
  | { kind: 'once'; cost: RequestCost }
  /** A further range of a started download: `cost` now, plus `start` each time the ranges fill the file. */
  | { kind: 'part'; cost: RequestCost; start: RequestCost; key: string }
  | { kind: 'start'; start: RequestCost; key: string };

/** Ranges of a started download are cheap until they add up to the whole file, which counts as a start. */
export function createMediaHandler(services: MediaServices, clientNetwork: GetClientNetwork) {
  const { limits, media } = services;
  const { perClient, total } = maxConcurrentTransfers;
  const transferLimit = createConcurrencyLimit({ perClient: perClient * limits.scale, total });
  const conversionLimit = createConcurrencyLimit(maxConcurrentConversions);
  const identifyClient = createIdentifyClient(clientNetwork, services);
  const isConversion = (token: string) => media.parseTicketUrl(token)?.as != null;

  async function requestCost(
    request: IncomingMessage,
    token: string,
    clientKey: string,
  ): Promise<MediaCharge> {
    const isRead = request.method === 'GET';
    const hasRange = request.headers.range !== undefined;
    const validator = media.parseIfRange(request);
    const key = `${clientKey}\0${token}`;
    const views = (points: number): RequestCost => ({ group: 'views', points });
    const zip = media.zipRequestCost(token, isRead, validator !== null);
    if (zip !== null) {
      const points = Math.max(1, Math.min(zip.files, maxZipCost));
      if (!isRead) return { kind: 'once', cost: views(points) };
      if (zip.files === 0) return { kind: 'once', cost: { group: 'media', points } };
      const start: RequestCost = { group: 'media', points };
      const isPart = zip.resumeOnly || (hasRange && (await limits.consumed('starts', key)) > 0);
      return isPart ? { kind: 'part', cost: views(zipPartCost), start, key } : { kind: 'start', start, key };
    }
    const opened = media.openTicket(token, true, validator);
    if (!opened.ok || !isRead) return previewCost;
    const { purpose, item, resumeOnly } = opened.value;
    if (item.part === 'thumbnail') return previewCost;
    // Every request repeats the whole conversion.
    if (isConversion(token)) return { kind: 'once', cost: { group: 'media', points: conversionCost } };
    const start: RequestCost = purpose === 'inline' ? views(inlineMediaCost) : { group: 'media', points: 1 };
    if (hasRange && (await limits.consumed('starts', key)) > 0)
      return { kind: 'part', cost: views(1), start, key };
    return resumeOnly
      ? { kind: 'part', cost: views(inlineMediaCost), start, key }
      : { kind: 'start', start, key };
  }

  async function countFullDownloads(key: string, thousandths: number): Promise<number> {
    if (thousandths === 0) return 0;
    const { limit, remaining, isAllowed } = await limits.consume('parts', key, thousandths);
    if (!isAllowed) return Number.POSITIVE_INFINITY;
    const after = limit - remaining;
    const times = (points: number) => Math.max(0, Math.ceil(points / partsPerDownload) - 1);
    return times(after) - times(after - thousandths);
  }

  return async (request: IncomingMessage, response: ServerResponse, token: string): Promise<void> => {
    const client = await identifyClient(request);
    // An invalid key doesn't block the file, since its URL alone grants access.
    const { id: clientKey, factor } = client ?? { id: clientNetwork(request), factor: 1 };
    if (response.destroyed) return;

    /** Caps a cost at half of the limit, so that every file can be fetched, and fetched again at once. */
    const capCost = ({ group, points }: RequestCost): RequestCost => {
      const half = Math.floor((requestLimits[group].limit * limits.scale * factor) / 2);
      return { group, points: Math.min(points, Math.max(1, half)) };
    };

    async function consume({ group, points }: RequestCost): Promise<boolean> {
      const result = await limits.consume(group, clientKey, points, factor);
      for (const [name, value] of Object.entries(rateLimitHeaders(group, result)))
        response.setHeader(name, value);
      if (result.isAllowed) return true;
      const seconds = result.resetSeconds;
      sendRetryAfter(request, response, services, { code: 'limit.reached', seconds });
      return false;
    }

    const isFallback = media.isFallback(request);
    const charge: MediaCharge = isFallback ? previewCost : await requestCost(request, token, clientKey);
    if (!isFallback && !(await consume(capCost(initialCost(charge))))) return;
    const release = (isConversion(token) ? conversionLimit : transferLimit).acquire(clientKey);
    if (typeof release === 'string') {
      const code = release === 'client' ? 'limit.reached' : 'server.busy';
      return sendRetryAfter(request, response, services, { code, seconds: slotRetrySeconds });
    }
    response.once('close', release);
    if (charge.kind === 'start') await limits.consume('starts', charge.key);
    if (response.destroyed) return release();
    await media.serve(
      request,
      response,
      token,
      (...args) => sendMediaError(...args, services),
      async (thousandths) => {
        if (charge.kind !== 'part') return true;
        const starts = await countFullDownloads(charge.key, thousandths);
        if (starts === 0 || (await consume(multiplyCost(capCost(charge.start), starts)))) return true;
        // Undo the count, or the next range would pass as already paid.
        await limits.consume('parts', charge.key, -thousandths);
        return false;
      },
    );
  };
}

function initialCost(charge: MediaCharge): RequestCost {
  return charge.kind === 'start' ? charge.start : charge.cost;
}

/** Capped above any limit, since `times` may be infinite. */
function multiplyCost({ group, points }: RequestCost, times: number): RequestCost {
  return { group, points: Math.min(points * times, 1_000_000) };
}
