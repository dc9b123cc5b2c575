import type { RateLimitGroup } from '#platform/limits/rate-limiter.ts';

const minuteMs = 60_000;
const perMinute = (limit: number): RateLimitGroup => ({ limit, windowMs: minuteMs });

/** Per client unless noted. */
export const requestLimits = {
  extractions: perMinute(20),
  /** Downloads started. */
  media: perMinute(40),
  /** Previews and playbacks. */
  views: perMinute(600),
  functions: perMinute(3000),
  search: perMinute(120),
  data: perMinute(1200),
  admin: perMinute(1200),
  contact: perMinute(5),
  /** Marks which client started which file, so that later ranges count as the same download. */
  starts: { limit: 10_000, windowMs: 15 * minuteMs },
  /** Contact emails, from all clients together. */
  letters: { limit: 30, windowMs: 600_000, isFixed: true },
} satisfies Record<string, RateLimitGroup>;
export type LimitGroup = keyof typeof requestLimits;

/** The three classes of media requests; `priceOf` in `routes/media.ts` classifies them. */
export const mediaCosts = {
  /** A HEAD request, a thumbnail, or a further range of a started download. */
  preview: { group: 'views', points: 1 },
  /** A file shown in the page, or the rest of a download that started too long ago to know. */
  playback: { group: 'views', points: 5 },
  /** A saved file. */
  download: { group: 'media', points: 1 },
} as const;
export const maxConcurrentConversions = { perClient: 3, total: 100 };
export const maxConcurrentTransfers = { perClient: 32, total: 1000 };
export const maxConnectionsPerClient = 256;
export const maxConcurrentExtractions = { perClient: 40, total: 200 };
