import { isAbsolute } from 'node:path';
import { z } from 'zod';

/** Settings of where posts and their media come from, and of what turns files into others. */
export const mediaSettings = {
  FFMPEG_PATH: z
    .string()
    .refine(isAbsolute, 'Give the whole path of the program, for example /usr/bin/ffmpeg, or leave it out.')
    .optional(),
};

const loopbackHost = /^(127\.0\.0\.1|localhost|\[::1\]):\d{1,5}$/;
const hostSuffix = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

export function upstreamFaults(
  origin: string,
  hosts: readonly string[],
  loopback: boolean,
): { name: string; mend: string }[] {
  const faults: { name: string; mend: string }[] = [];
  const url = new URL(origin);
  const threadsHosts = ['www.threads.com', 'threads.com', 'www.threads.net', 'threads.net'];
  const isThreads = url.protocol === 'https:' && threadsHosts.includes(url.host);
  if (!isThreads && !(loopback && loopbackHost.test(url.host))) {
    faults.push({
      name: 'THREADS_ORIGIN',
      mend: 'Give https://www.threads.com; an address on this machine needs UPSTREAM_LOOPBACK=allow (tests and demo only).',
    });
  }
  for (const host of hosts) {
    if (hostSuffix.test(host) || (loopback && loopbackHost.test(host))) continue;
    faults.push({
      name: 'MEDIA_HOSTS',
      mend: `"${host}" is no host name. Give domains with commas between, for example fbcdn.net; host:port on this machine needs UPSTREAM_LOOPBACK=allow (tests and demo only).`,
    });
  }
  return faults;
}
