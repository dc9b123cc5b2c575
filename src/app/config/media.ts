import { isAbsolute } from 'node:path';
import { z } from 'zod';
import type { Config, ConfigError } from '../config.ts';

const verificationModes = ['page', 'proof'] as const;

export const mediaVariables = {
  FFMPEG_PATH: z
    .string()
    .refine(
      isAbsolute,
      'Use the absolute path of ffmpeg, for example /usr/bin/ffmpeg, or remove the variable.',
    )
    .optional(),
  VERIFICATION: z.enum(verificationModes, `Use one of ${verificationModes.join(', ')}.`).default('page'),
};

const loopbackHost = /^(127\.0\.0\.1|localhost|\[::1\]):\d{1,5}$/;
const hostSuffix = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

export function validateUpstream(origin: string, hosts: readonly string[], loopback: boolean): ConfigError[] {
  const errors: ConfigError[] = [];
  const url = new URL(origin);
  const threadsHosts = ['www.threads.com', 'threads.com', 'www.threads.net', 'threads.net'];
  const isThreads = url.protocol === 'https:' && threadsHosts.includes(url.host);
  if (!isThreads && !(loopback && loopbackHost.test(url.host))) {
    errors.push({
      name: 'THREADS_ORIGIN',
      hint: 'Use https://www.threads.com; a loopback address needs UPSTREAM_LOOPBACK=allow (tests and demo only).',
    });
  }
  for (const host of hosts) {
    if (hostSuffix.test(host) || (loopback && loopbackHost.test(host))) continue;
    errors.push({
      name: 'MEDIA_HOSTS',
      hint: `"${host}" is not a host name. List domains separated by commas, for example fbcdn.net; a loopback host:port needs UPSTREAM_LOOPBACK=allow (tests and demo only).`,
    });
  }
  return errors;
}

export function validateVerification(settings: {
  VERIFICATION: Config['verification'];
  PUBLIC_ORIGIN?: string | undefined;
}): ConfigError[] {
  if (settings.VERIFICATION === 'page' || isSecure(settings.PUBLIC_ORIGIN)) return [];
  const hint = 'Set PUBLIC_ORIGIN with https: browsers compute proofs of work only on secure pages.';
  return [{ name: 'VERIFICATION', hint }];
}

/** A secure context as browsers define it: HTTPS or localhost. */
function isSecure(origin = 'http://localhost'): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}
