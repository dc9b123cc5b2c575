import type { IncomingMessage } from 'node:http';
import { apiKeyPrefix } from '#accounts/contract.ts';
import type { Services } from '#services.ts';
import { requestLimits } from './call-limits.ts';
import type { GetClientNetwork } from './client-network.ts';

/** A client as the rate limits see it. */
export interface Client {
  /** The network, or the API key from any network. */
  id: string;
  /** Multiplier of the default limits. */
  factor: number;
  isKeyed: boolean;
}

/** Null for an unknown or revoked API key. */
export type IdentifyClient = (request: IncomingMessage) => Promise<Client | null>;

/** Ignores bearer tokens without the API key prefix, and keys that can't be checked at the moment. */
export function createIdentifyClient(
  clientNetwork: GetClientNetwork,
  { accounts }: Pick<Services, 'accounts'>,
): IdentifyClient {
  return async (request) => {
    const key = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const known = key?.startsWith(apiKeyPrefix) ? await accounts.verifyApiKey(key) : undefined;
    if (known === null) return null;
    if (known === undefined) return { id: clientNetwork(request), factor: 1, isKeyed: false };
    return {
      id: `key ${known.id}`,
      factor: known.perMinute / requestLimits.extractions.limit,
      isKeyed: true,
    };
  };
}
