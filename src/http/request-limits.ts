import type { RateLimitGroup } from '#platform/limits/rate-limits.ts';

const minuteMs = 60_000;
const aMinute = (limit: number): RateLimitGroup => ({ limit, windowMs: minuteMs });

/** Rate limits, per client unless noted. There are no limits per day. */
export const requestLimits = {
  /** Posts fetched from Threads. Input without a post link is not counted. */
  extractions: aMinute(20),
  /** Downloads started. Further ranges of a started download are not counted here. */
  media: aMinute(40),
  /** HEAD requests, thumbnails, further ranges, and inline media (see `inlineMediaCost`). */
  views: aMinute(600),
  /** All function calls, including rejected ones. */
  functions: aMinute(3000),
  search: aMinute(120),
  data: aMinute(1200),
  admin: aMinute(1200),
  contact: aMinute(5),
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
/** Conversions at a time, including those that wait. */
export const maxConcurrentConversions = { perClient: 3, total: 100 };
/** Further ranges, in thousandths of the file, that count as one more download start. */
export const partsPerDownload = 1000;

/** Views charged for a further range of a ZIP: the media host has to send everything before it again. */
export const zipPartCost = 60;
/** Maximum of starts charged for a ZIP (one per file), so that large posts stay downloadable. */
export const maxZipCost = 30;

export const maxConcurrentTransfers = { perClient: 32, total: 1000 };
/** Open connections per network. Trusted proxies are exempt. */
export const maxConnectionsPerClient = 256;
export const maxConcurrentExtractions = { perClient: 40, total: 200 };
