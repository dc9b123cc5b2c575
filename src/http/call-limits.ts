import type { RateGroup } from '#platform/rate-limits.ts';

const minuteMs = 60_000;
const aMinute = (limit: number): RateGroup => ({ limit, windowMs: minuteMs });

/** What a client may do in a minute; never a limit by the day. Read posts cost the network, the rest our own work. */
export const callLimits = {
  /** Posts that are read. A text that names none costs nothing of it. */
  extractions: aMinute(20),
  /** Files whose sending begins; further parts of one are no new start. */
  media: aMinute(40),
  /** Sizes asked for, small stills, single further parts; a file shown in the page weighs more. */
  views: aMinute(600),
  /** All calls of functions, whatever becomes of them. */
  functions: aMinute(3000),
  /** Searches of the blog. */
  search: aMinute(120),
  /** Calls of the blog's data. */
  data: aMinute(1200),
  admin: aMinute(1200),
  contact: aMinute(5),
  /** Which client began which file: parts of it that are asked for again count as the same download. */
  starts: { limit: 10_000, windowMs: 15 * minuteMs },
  /** Of one file, by one client: thousandths of its length that were asked for as further parts. */
  parts: { limit: 200_000, windowMs: 15 * minuteMs, isFixed: true },
  /** Messages delivered, from all visitors together. */
  letters: { limit: 30, windowMs: 600_000, isFixed: true },
} satisfies Record<string, RateGroup>;
export type CallGroup = keyof typeof callLimits;

/** A file shown in the page, as views; or the rest of one whose start nobody remembers: it may be all but a byte. */
export const previewWeight = 5;
/** A file that is turned into another first, as starts of downloads. */
export const conversionWeight = 3;
/** Files of one client that are turned into others at the same time, their wait included. */
export const conversionsAtOnce = { perClient: 3, total: 100 };
/** Thousandths of a file that a client may have as further parts of it before it counts as begun once more. */
export const partsOfOneStart = 1000;

/** A further part of a ZIP, as views: whatever stands before it comes from the media host once more. */
export const archivePartWeight = 60;
/** A ZIP weighs as many starts as it has files, but not more than this: a post with many is to be had at all. */
export const archiveWeight = 30;

/** Transfers at the same time. */
export const mediaAtOnce = { perClient: 32, total: 1000 };
/** Connections of one network at the same time, where no proxy stands in front. */
export const connectionsPerClient = 256;
/** Posts read at the same time. */
export const extractionsAtOnce = { perClient: 40, total: 200 };
