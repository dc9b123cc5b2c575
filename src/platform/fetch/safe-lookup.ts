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

/**
 * Returns addresses only if all of them are public. The socket connects to the checked address, which
 * prevents DNS rebinding. Node skips it for IP literals: check URLs with `validateFetchUrl` first.
 */
export function createSafeLookup(options: SafeLookupOptions = {}): LookupFunction {
  const { resolve = systemLookup, isForbidden = isForbiddenAddress, timeoutMs = 5_000 } = options;
  return (hostname, lookupOptions, callback) => {
    let settled = false;
    const settle = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      const first = addresses[0];
      if (error || !first) callback(error ?? createCodedError('the name has no address', 'ENOTFOUND'), []);
      else if (lookupOptions.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    };
    const timer = setTimeout(
      () => settle(createCodedError('the name was not resolved in time', lookupTimeoutCode), []),
      timeoutMs,
    );
    // Contrary to its types, Node passes no addresses if the name doesn't resolve.
    resolve(hostname, { ...lookupOptions, all: true }, (error, addresses = []) => {
      if (!error && addresses.some(({ address }) => isForbidden(address))) {
        settle(createCodedError('the name leads to an address that is not public', forbiddenAddressCode), []);
      } else {
        settle(error, addresses);
      }
    });
  };
}
