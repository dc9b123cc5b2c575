import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isForbiddenAddress } from './ip-block-list.ts';

export type ResolveAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface SafeLookupOptions {
  resolve?: ResolveAll;
  isForbidden?: (address: string) => boolean;
  timeoutMs?: number;
}

export const forbiddenAddressCode = 'ERR_FORBIDDEN_ADDRESS';
const lookupTimeoutCode = 'ERR_LOOKUP_TIMEOUT';

function createCodedError(message: string, code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(message), { code });
}

/** Prevents DNS rebinding. Node skips lookups for IP literals: check them with `validateFetchUrl`. */
export function createSafeLookup(options: SafeLookupOptions = {}): LookupFunction {
  const { resolve = systemLookup, isForbidden = isForbiddenAddress, timeoutMs = 5_000 } = options;
  return (hostname, lookupOptions, callback) => {
    let settled = false;
    const settle = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      const first = addresses[0];
      if (error || !first)
        callback(error ?? createCodedError('the host name has no address', 'ENOTFOUND'), []);
      else if (lookupOptions.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    };
    const timer = setTimeout(
      () => settle(createCodedError('DNS lookup timed out', lookupTimeoutCode), []),
      timeoutMs,
    );
    // Contrary to its types, Node passes no addresses if the name doesn't resolve.
    resolve(hostname, { ...lookupOptions, all: true }, (error, addresses = []) => {
      if (!error && addresses.some(({ address }) => isForbidden(address))) {
        settle(createCodedError('the host name resolves to a forbidden address', forbiddenAddressCode), []);
      } else {
        settle(error, addresses);
      }
    });
  };
}
