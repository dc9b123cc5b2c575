import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { toLoopbackOrigin } from '#platform/fetch/fetch-policy.ts';
import { isSecureOrigin } from '#web/secure-origin.ts';
import type { ConfigError } from '../config.ts';

const verificationModes = ['page', 'proof'] as const;

export const mediaVariables = {
  FFMPEG_PATH: z
    .string()
    .refine(
      isAbsolute,
      'Use the absolute path of ffmpeg, for example /usr/bin/ffmpeg, or remove the variable.',
    )
    .optional(),
};

export const verificationVariables = {
  VERIFICATION: z.enum(verificationModes, `Use one of ${verificationModes.join(', ')}.`).default('page'),
};

export const fileVariables = {
  FILE_METADATA: z.enum(['yes', 'no'], 'Use yes or no.').default('yes'),
};

const loopbackOrigin = /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d{1,5}$/;
const hostSuffix = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

export function validateUpstream(origin: string, hosts: readonly string[], loopback: boolean): ConfigError[] {
  const errors: ConfigError[] = [];
  const url = new URL(origin);
  const threadsHosts = ['www.threads.com', 'threads.com', 'www.threads.net', 'threads.net'];
  const isThreads = url.protocol === 'https:' && threadsHosts.includes(url.host);
  if (!isThreads && !(loopback && isLoopbackHost(url.host))) {
    errors.push({
      name: 'THREADS_ORIGIN',
      hint: 'Use https://www.threads.com. A loopback address needs a port other than 80, and UPSTREAM_LOOPBACK=allow (tests and demo only).',
    });
  }
  if (isThreads && loopback) {
    errors.push({
      name: 'UPSTREAM_LOOPBACK',
      hint: 'Remove the variable, or set THREADS_ORIGIN to an origin on this machine too, for example http://127.0.0.1:4750 (tests and demo only).',
    });
  }
  for (const host of hosts) {
    if (hostSuffix.test(host) || (loopback && isLoopbackHost(host))) continue;
    errors.push({
      name: 'MEDIA_HOSTS',
      hint: `"${host}" is not a host name. List domains separated by commas, for example fbcdn.net; a loopback host:port or https://host:port, with a port from 1 to 65535 other than the protocol’s own, needs UPSTREAM_LOOPBACK=allow (tests and demo only).`,
    });
  }
  return errors;
}

/** Only the spelling that a URL's `origin` has, without the default port. */
function isLoopbackHost(host: string): boolean {
  const origin = toLoopbackOrigin(host);
  return loopbackOrigin.test(origin) && URL.parse(origin)?.origin === origin;
}

export function validateVerification(
  mode: (typeof verificationModes)[number],
  publicOrigin: string | undefined,
): ConfigError[] {
  if (mode === 'page' || publicOrigin === undefined || isSecureOrigin(publicOrigin)) return [];
  const hint = 'Set PUBLIC_ORIGIN with https: browsers compute proofs of work only on secure pages.';
  return [{ name: 'VERIFICATION', hint }];
}
