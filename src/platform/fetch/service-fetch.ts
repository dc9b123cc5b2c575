import { Agent, fetch as send } from 'undici';
import { acceptedEncodings, rejectOtherEncodings } from './content-encoding.ts';

// biome-ignore lint/style/noRestrictedGlobals: only its type, which packages expect
export type Fetch = typeof fetch;

const agent = new Agent().compose(rejectOtherEncodings);

/**
 * For services that the owner configures: the language model, S3. Node's own `fetch` asks for Brotli and decodes
 * it. Only for URLs and plain options: the objects of the two implementations don't mix.
 */
export const serviceFetch = ((input: string | URL, init?: RequestInit) => {
  const headers = new Headers(init?.headers);
  headers.set('accept-encoding', acceptedEncodings);
  return send(input, { ...(init as object), headers: [...headers], dispatcher: agent });
}) as unknown as Fetch;
