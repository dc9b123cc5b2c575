import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isForbiddenAddress } from './address-list.ts';

export type ResolveAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface JudgingLookupOptions {
  /** The system's resolver by default. */
  resolve?: ResolveAll;
  isForbidden?: (address: string) => boolean;
  timeoutMs?: number;
}

export const forbiddenAddressCode = 'ERR_FORBIDDEN_ADDRESS';
const lookupTimeoutCode = 'ERR_LOOKUP_TIMEOUT';

function coded(message: string, code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(message), { code });
}

/**
 * A `lookup` for sockets and agents that hands out addresses only when all of the name's addresses are public.
 * The socket connects to what was judged, so a second answer of the name server cannot differ.
 * Node never calls it for a host that is an IP literal: judge those with `judgeTarget` first.
 * Errors: `ERR_FORBIDDEN_ADDRESS`, `ERR_LOOKUP_TIMEOUT`, and the resolver's own.
 */
export function createJudgingLookup(options: JudgingLookupOptions = {}): LookupFunction {
  const { resolve = systemLookup, isForbidden = isForbiddenAddress, timeoutMs = 5_000 } = options;
  return (hostname, wanted, callback) => {
    let settled = false;
    const settle = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      const first = addresses[0];
      if (error || !first) callback(error ?? coded('the name has no address', 'ENOTFOUND'), []);
      else if (wanted.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    };
    const timer = setTimeout(
      () => settle(coded('the name was not resolved in time', lookupTimeoutCode), []),
      timeoutMs,
    );
    // The types say otherwise, but Node gives no addresses at all where a name does not resolve.
    resolve(hostname, { ...wanted, all: true }, (error, addresses = []) => {
      if (!error && addresses.some(({ address }) => isForbidden(address))) {
        settle(coded('the name leads to an address that is not public', forbiddenAddressCode), []);
      } else {
        settle(error, addresses);
      }
    });
  };
}
