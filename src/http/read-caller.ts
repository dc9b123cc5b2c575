import type { IncomingMessage } from 'node:http';
import { apiKeyPrefix } from '#accounts/contract.ts';
import type { Services } from '#services.ts';
import { callLimits } from './call-limits.ts';
import type { ClientNetwork } from './client-network.ts';

/** Who asks, as the limits know it. */
export interface Caller {
  /** What all calls of this one are counted by: the network, or the key wherever it is sent from. */
  id: string;
  /** The limits of a visitor are times this. */
  factor: number;
  isKeyed: boolean;
}

/** null: a key of ours was sent, and it is none, or one no more. */
export type ReadCaller = (request: IncomingMessage) => Promise<Caller | null>;

/** Any other bearer is somebody else's business, and says nothing here; so does a key while nobody can be asked for it. */
export function createCallerReader(
  clientNetwork: ClientNetwork,
  { accounts }: Pick<Services, 'accounts'>,
): ReadCaller {
  return async (request) => {
    const key = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const known = key?.startsWith(apiKeyPrefix) ? await accounts.readApiKey(key) : undefined;
    if (known === null) return null;
    if (known === undefined) return { id: clientNetwork(request), factor: 1, isKeyed: false };
    return { id: `key ${known.id}`, factor: known.perMinute / callLimits.extractions.limit, isKeyed: true };
  };
}
