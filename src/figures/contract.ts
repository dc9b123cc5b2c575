import type { Money } from '#ai/text-contract.ts';
import type { Locale } from '#i18n/locales.ts';
import type { DownloadKind } from '#media/contract.ts';
import type { ExtractionErrorCode } from '#threads/contract.ts';

export const downloadKinds = [
  'video',
  'image',
  'gif',
  'audio',
  'zip',
] as const satisfies readonly DownloadKind[];

/** In days. */
export const figureRanges = [7, 30, 90, 365] as const;
export type FigureRange = (typeof figureRanges)[number];

export const figureRetentionDays = 400;
/** A killed process loses at most this much. */
export const flushIntervalMs = 60_000;

/** Terms may be personal, so rare ones are never stored. */
export const searchTermLimits = {
  characters: 60,
  /** Of one day and one process, before a term is stored. */
  minClients: 3,
  /** Counted for one client a day. A search while typing has many beginnings. */
  newPerClient: 100,
  /** Remembered for a day. */
  clients: 10_000,
  /** Stored by one process a day. */
  storedPerDay: 100,
  /** Counted in memory. */
  counted: 2_000,
} as const;

export const slotMs = 5 * 60_000;
/** Threads is changing if both are exceeded within the last hour. */
export const changeWarning = { failures: 5, share: 0.2, windowMs: 3_600_000 } as const;
/** A failure within this time of a success may be that of a single post. */
export const readGraceMs = 15 * 60_000;
export const statusMaxAgeMs = 24 * 3_600_000;

export type CheckSource = 'traffic' | 'canary';

export interface ThreadsCheck {
  /** ISO 8601. */
  at: string;
  source: CheckSource;
}

export interface ThreadsStatus {
  /** `unknown`: nobody has tried within a day. */
  state: 'readable' | 'unreadable' | 'unknown';
  read: ThreadsCheck | null;
  failure: (ThreadsCheck & { code: ExtractionErrorCode }) | null;
  lastHour: { extractions: number; changed: number };
  /** Too many extractions of the last hour failed with `upstream.changed`. */
  isChanging: boolean;
}

/** `day`: UTC, `2026-11-27`. Each series has all days of its range. */
export interface DayViews {
  day: string;
  views: number;
}

export interface BlogFigures {
  days: DayViews[];
  /** Most views first. */
  languages: { locale: Locale; views: number }[];
  posts: { id: string; locale: Locale; title: string; slug: string; views: number }[];
  searches: { locale: Locale; term: string; searches: number }[];
}

/** Views of a post in all languages. Each series has all days of its range. */
export interface PostFigures {
  id: string;
  locale: Locale;
  title: string;
  languages: { id: string; locale: Locale; days: DayViews[] }[];
}

export interface ModelFigures {
  model: string;
  isImage: boolean;
  calls: number;
  failed: number;
  tokensIn: number;
  tokensOut: number;
  /** At the current prices; null without prices, and for images. */
  cost: Money | null;
}

export interface ServerFigures {
  downloads: ({ day: string } & Record<DownloadKind, number>)[];
  extractions: { day: string; ok: number; failed: number }[];
  /** `code`: null for success. Most frequent first. */
  outcomes: { code: ExtractionErrorCode | null; count: number }[];
  tokens: { day: string; tokensIn: number; tokensOut: number }[];
  models: ModelFigures[];
}

export interface SearchWithoutResults {
  locale: Locale;
  text: string;
  userAgent: string | null;
  /** Tells clients apart until the end of the day. Kept only as an HMAC in memory. */
  client: string;
}
