import type { RateLimitGroup } from '#platform/limits/rate-limiter.ts';

const minuteMs = 60_000;
const perMinute = (limit: number): RateLimitGroup => ({ limit, windowMs: minuteMs });

/** Per client unless noted. */
export const requestLimits = {
  extractions: perMinute(20),
  /** Downloads started, without the further ranges of each. */
  media: perMinute(40),
  /** HEAD requests, thumbnails, further ranges, and inline media (see `inlineMediaCost`). */
  views: perMinute(600),
  functions: perMinute(3000),
  search: perMinute(120),
  data: perMinute(1200),
  admin: perMinute(1200),
  contact: perMinute(5),
  /** Marks which client started which file, so that later ranges count as the same download. */
  starts: { limit: 10_000, windowMs: 15 * minuteMs },
  /** Thousandths of one file's length that one client requested as further ranges. */
  parts: { limit: 200_000, windowMs: 15 * minuteMs, isFixed: true },
  /** Contact emails, from all clients together. */
  letters: { limit: 30, windowMs: 600_000, isFixed: true },
} satisfies Record<string, RateLimitGroup>;
export type LimitGroup = keyof typeof requestLimits;

/** Views charged for inline media, and for resuming a download whose start is no longer known. */
export const inlineMediaCost = 5;
/** Download starts charged for a conversion. */
export const conversionCost = 3;
export const maxConcurrentConversions = { perClient: 3, total: 100 };
/** Further ranges, in thousandths of the file, that count as one more download start. */
export const partsPerDownload = 1000;

/** Views charged for a further range of a ZIP: the media host has to send everything before it again. */
export const zipPartCost = 60;
/** Maximum of starts charged for a ZIP (one per file), so that large posts stay downloadable. */
export const maxZipCost = 30;

export const maxConcurrentTransfers = { perClient: 32, total: 1000 };
export const maxConnectionsPerClient = 256;
export const maxConcurrentExtractions = { perClient: 40, total: 200 };
