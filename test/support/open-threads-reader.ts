import { createSafeFetch } from '#platform/fetch/safe-fetch.ts';
import { createThreadsReader, defaultReaderLimits } from '#threads/reader.ts';

/** A reader with the app's own HTTP client for a faulty server. */
export function openReader(origin: string, totalMs = 15_000) {
  const pages = createSafeFetch({
    isAllowed: (url) => url.origin === origin,
    loopbackOrigins: [origin],
    ...(totalMs < 5_000 && { headersTimeoutMs: totalMs }),
  });
  const reader = createThreadsReader(
    {
      fetch: pages.fetch,
      origin,
      profiles: ['P1', 'P2'],
      now: Date.now,
      random: () => 0.5,
      onAttempt: () => undefined,
    },
    { ...defaultReaderLimits, totalMs, pageMs: totalMs, dataMs: totalMs },
  );
  return { reader, [Symbol.asyncDispose]: () => pages.close() };
}
