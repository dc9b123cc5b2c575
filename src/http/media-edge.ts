import type { IncomingMessage, ServerResponse } from 'node:http';
import { createConcurrencyGate } from '#platform/concurrency-gate.ts';
import type { Services } from '#services.ts';
import {
  archivePartWeight,
  archiveWeight,
  callLimits,
  conversionsAtOnce,
  conversionWeight,
  mediaAtOnce,
  partsOfOneStart,
  previewWeight,
} from './call-limits.ts';
import type { ClientNetwork } from './client-network.ts';
import { limitHeaders } from './limit-calls.ts';
import { createCallerReader } from './read-caller.ts';
import { refuseMedia } from './refuse-media.ts';
import { refuseRawForNow } from './refuse-raw-for-now.ts';

type MediaServices = Pick<
  Services,
  'accounts' | 'media' | 'limits' | 'log' | 'pageLocale' | 'preferredLocale' | 'wordError' | 'homePath'
>;

/** Seconds after which a place among the transfers may be free again. */
const placeSeconds = 5;

interface Weight {
  group: 'media' | 'views';
  points: number;
}
const aLook = { kind: 'once', weight: { group: 'views', points: 1 } } as const;

/** A request for a file, by what it is of its client's. */
type Ask =
  | { kind: 'once'; weight: Weight }
  /** Of what the client began already: so much at once, and more by how much of the file it turns out to be. */
  | { kind: 'part'; weight: Weight; start: Weight; key: string }
  | { kind: 'start'; start: Weight; key: string };

/**
 * Before a file is sent: whether the client may have another, now. A start of a download is one of a few; a still, a
 * size asked for, a further part of what the client began already, count apart, so that a player that seeks and a
 * download that is taken up again cost no second start. Further parts that come to more than the whole file are one
 * more for each time they do. All this of a ZIP too, whose parts cost more than others.
 */
export function createMediaEdge(services: MediaServices, clientNetwork: ClientNetwork) {
  const { limits, media } = services;
  const { perClient, total } = mediaAtOnce;
  const gate = createConcurrencyGate({ perClient: perClient * limits.scale, total });
  const conversions = createConcurrencyGate(conversionsAtOnce);
  const readCaller = createCallerReader(clientNetwork, services);
  const isConversion = (token: string) => media.readAddress(token)?.as != null;

  async function judge(request: IncomingMessage, token: string, client: string): Promise<Ask> {
    const isRead = request.method === 'GET';
    const hasRange = request.headers.range !== undefined;
    const validator = media.readResume(request);
    const key = `${client}\0${token}`;
    const views = (points: number): Weight => ({ group: 'views', points });
    const archive = media.weighArchive(token, isRead, validator !== null);
    if (archive !== null) {
      const points = Math.max(1, Math.min(archive.files, archiveWeight));
      if (!isRead) return { kind: 'once', weight: views(points) };
      if (archive.files === 0) return { kind: 'once', weight: { group: 'media', points } };
      const start: Weight = { group: 'media', points };
      const isPart = archive.onlyRest || (hasRange && (await limits.used('starts', key)) > 0);
      return isPart
        ? { kind: 'part', weight: views(archivePartWeight), start, key }
        : { kind: 'start', start, key };
    }
    const opened = media.openTicket(token, true, validator);
    if (!opened.ok || !isRead) return aLook;
    const { purpose, item, onlyRest } = opened.value;
    if (item.part === 'thumbnail') return aLook;
    // Each time it is all of the work again.
    if (isConversion(token)) return { kind: 'once', weight: { group: 'media', points: conversionWeight } };
    const start: Weight = purpose === 'inline' ? views(previewWeight) : { group: 'media', points: 1 };
    if (hasRange && (await limits.used('starts', key)) > 0)
      return { kind: 'part', weight: views(1), start, key };
    return onlyRest
      ? { kind: 'part', weight: views(previewWeight), start, key }
      : { kind: 'start', start, key };
  }

  /** How often these parts made the whole file full once more. */
  async function countFull(key: string, thousandths: number): Promise<number> {
    if (thousandths === 0) return 0;
    const { limit, remaining, isAllowed } = await limits.take('parts', key, thousandths);
    if (!isAllowed) return Number.POSITIVE_INFINITY;
    const after = limit - remaining;
    const times = (points: number) => Math.max(0, Math.ceil(points / partsOfOneStart) - 1);
    return times(after) - times(after - thousandths);
  }

  return async (request: IncomingMessage, response: ServerResponse, token: string): Promise<void> => {
    const caller = await readCaller(request);
    // A wrong key takes nothing from whoever has the address: files are for who does.
    const { id: client, factor } = caller ?? { id: clientNetwork(request), factor: 1 };
    if (response.destroyed) return;

    /** False where it was one too many, and that was answered. */
    /** Nothing weighs more than half of what the client has: all is to be had at all, and again at once. */
    const bearable = ({ group, points }: Weight): Weight => {
      const half = Math.floor((callLimits[group].limit * limits.scale * factor) / 2);
      return { group, points: Math.min(points, Math.max(1, half)) };
    };

    async function take({ group, points }: Weight): Promise<boolean> {
      const taken = await limits.take(group, client, points, factor);
      for (const [name, value] of Object.entries(limitHeaders(group, taken))) response.setHeader(name, value);
      if (taken.isAllowed) return true;
      const seconds = taken.resetSeconds;
      refuseRawForNow(request, response, services, { code: 'limit.reached', seconds });
      return false;
    }

    const isFallback = media.isFallback(request);
    const ask: Ask = isFallback ? aLook : await judge(request, token, client);
    if (!isFallback && !(await take(bearable(weightOf(ask))))) return;
    const leave = (isConversion(token) ? conversions : gate).enter(client);
    if (typeof leave === 'string') {
      const code = leave === 'client' ? 'limit.reached' : 'server.busy';
      return refuseRawForNow(request, response, services, { code, seconds: placeSeconds });
    }
    response.once('close', leave);
    if (ask.kind === 'start') await limits.take('starts', ask.key);
    if (response.destroyed) return leave();
    await media.serve(
      request,
      response,
      token,
      (...refused) => refuseMedia(...refused, services),
      async (thousandths) => {
        if (ask.kind !== 'part') return true;
        const starts = await countFull(ask.key, thousandths);
        if (starts === 0 || (await take(scaled(bearable(ask.start), starts)))) return true;
        // What is not given was not had: or the next part would find it paid for.
        await limits.take('parts', ask.key, -thousandths);
        return false;
      },
    );
  };
}

function weightOf(ask: Ask): Weight {
  return ask.kind === 'start' ? ask.start : ask.weight;
}

/** More than any limit is as good as without end. */
function scaled({ group, points }: Weight, times: number): Weight {
  return { group, points: Math.min(points * times, 1_000_000) };
}
