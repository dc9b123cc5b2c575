import type { IncomingMessage, ServerResponse } from 'node:http';
import { createConcurrencyGate } from '#platform/concurrency-gate.ts';
import type { Services } from '#services.ts';
import {
  archiveWeight,
  conversionsAtOnce,
  conversionWeight,
  mediaAtOnce,
  previewWeight,
} from './call-limits.ts';
import type { ClientNetwork } from './client-network.ts';
import { limitHeaders } from './limit-calls.ts';
import { refuseForNow } from './refuse-for-now.ts';
import { refuseMedia } from './refuse-media.ts';

type MediaServices = Pick<
  Services,
  'media' | 'limits' | 'log' | 'pageLocale' | 'preferredLocale' | 'wordError' | 'homePath'
>;

/** Seconds after which a place among the transfers may be free again. */
const placeSeconds = 5;

/**
 * Before a file is sent: whether the client may have another, now. A start of a download is one of a few; a still, a
 * size asked for, a further part of what the client began already, count apart, so that a player that seeks and a
 * download that is taken up again cost no second start.
 */
export function createMediaEdge(services: MediaServices, clientNetwork: ClientNetwork) {
  const { limits, media } = services;
  const { perClient, total } = mediaAtOnce;
  const gate = createConcurrencyGate({ perClient: perClient * limits.scale, total });
  const conversions = createConcurrencyGate(conversionsAtOnce);
  const isConversion = (token: string) => media.readAddress(token)?.as != null;

  async function weigh(request: IncomingMessage, token: string, client: string) {
    const archived = media.countArchived(token);
    if (archived !== null) {
      // Taken up again it costs as much: the media host is asked for all of it once more.
      const points = Math.max(1, Math.min(archived, archiveWeight));
      return { group: request.method === 'GET' ? 'media' : 'views', points } as const;
    }
    const opened = media.openTicket(token);
    if (!opened.ok || request.method !== 'GET') return { group: 'views', points: 1 } as const;
    const { purpose, item } = opened.value;
    if (item.part === 'thumbnail') return { group: 'views', points: 1 } as const;
    // Each time it is all of the work again.
    if (isConversion(token)) return { group: 'media', points: conversionWeight } as const;
    const start = `${client}\0${token}`;
    const isPart = request.headers.range !== undefined && (await limits.used('starts', start)) > 0;
    if (isPart) return { group: 'views', points: 1 } as const;
    if (purpose === 'inline') return { group: 'views', points: previewWeight, start } as const;
    return { group: 'media', points: 1, start } as const;
  }

  return async (request: IncomingMessage, response: ServerResponse, token: string): Promise<void> => {
    const client = clientNetwork(request);
    const weight = await weigh(request, token, client);
    const taken = await limits.take(weight.group, client, weight.points);
    for (const [name, value] of Object.entries(limitHeaders(weight.group, taken))) {
      response.setHeader(name, value);
    }
    if (!taken.isAllowed) {
      return refuseForNow(request, response, services, {
        code: 'limit.reached',
        seconds: taken.resetSeconds,
      });
    }
    const leave = (isConversion(token) ? conversions : gate).enter(client);
    if (typeof leave === 'string') {
      const code = leave === 'client' ? 'limit.reached' : 'server.busy';
      return refuseForNow(request, response, services, { code, seconds: placeSeconds });
    }
    response.once('close', leave);
    if ('start' in weight) await limits.take('starts', weight.start);
    if (response.destroyed) return leave();
    await media.serve(request, response, token, (...refused) => refuseMedia(...refused, services));
  };
}
