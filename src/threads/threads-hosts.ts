export const threadsHosts: ReadonlySet<string> = new Set([
  'threads.com',
  'www.threads.com',
  'threads.net',
  'www.threads.net',
]);

/** Embed-fixing services with the same paths as Threads. */
export const mirrorHosts: ReadonlySet<string> = new Set([
  'fixthreads.net',
  'www.fixthreads.net',
  'vxthreads.com',
  'www.vxthreads.com',
]);

export const redirectorHosts: ReadonlySet<string> = new Set(['l.threads.com', 'l.threads.net']);

/** For displayed URLs, whatever origin was read. */
export const threadsOrigin = 'https://www.threads.com';
