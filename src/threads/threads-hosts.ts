/** Hosts that are Threads itself. */
export const threadsHosts: ReadonlySet<string> = new Set([
  'threads.com',
  'www.threads.com',
  'threads.net',
  'www.threads.net',
]);

/** Fix-up services whose paths are those of Threads. */
export const courtesyHosts: ReadonlySet<string> = new Set([
  'fixthreads.net',
  'www.fixthreads.net',
  'vxthreads.com',
  'www.vxthreads.com',
]);

/** The outbound redirector: the address sits in `u`. */
export const redirectorHosts: ReadonlySet<string> = new Set(['l.threads.com', 'l.threads.net']);

/** The address printed for people, whatever origin was read. */
export const publicOrigin = 'https://www.threads.com';
