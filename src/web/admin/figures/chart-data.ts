import { type Locale, localeTags } from '#i18n/locales.ts';

/** One bar. `values` are stacked. */
export interface ChartRow {
  /** `2026-11-27`, or `2026-11` for a month. */
  date: string;
  values: number[];
}

/** A year of days would be too narrow to read. */
const maxBars = 92;

export function groupLongRange(rows: readonly ChartRow[]): ChartRow[] {
  if (rows.length <= maxBars) return [...rows];
  const months = new Map<string, number[]>();
  for (const { date, values } of rows) {
    const month = date.slice(0, 'yyyy-mm'.length);
    const sums = months.get(month);
    months.set(
      month,
      values.map((value, index) => value + (sums?.[index] ?? 0)),
    );
  }
  return [...months].map(([date, values]) => ({ date, values }));
}

export const isMonth = (date: string) => date.length === 'yyyy-mm'.length;

export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** `highest`: null if nothing was counted. */
export function summarizeRows(rows: readonly ChartRow[]): {
  total: number;
  highest: { date: string; count: number } | null;
} {
  let highest: { date: string; count: number } | null = null;
  for (const { date, values } of rows) {
    const count = sum(values);
    if (count > (highest?.count ?? 0)) highest = { date, count };
  }
  return { total: sum(rows.map(({ values }) => sum(values))), highest };
}

export function formatChartDate(locale: Locale, date: string): string {
  const format = new Intl.DateTimeFormat(localeTags[locale], {
    ...(isMonth(date) ? { year: 'numeric' } : { day: 'numeric' }),
    month: 'short',
    timeZone: 'UTC',
  });
  return format.format(new Date(isMonth(date) ? `${date}-01` : date));
}

export function formatCount(locale: Locale, count: number): string {
  return new Intl.NumberFormat(localeTags[locale]).format(count);
}

export function formatShare(locale: Locale, part: number, total: number): string {
  const format = new Intl.NumberFormat(localeTags[locale], { style: 'percent', maximumFractionDigits: 1 });
  return format.format(total === 0 ? 0 : part / total);
}

const units = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const;

/** For example `3 minutes ago`. The clocks of two nodes may differ. */
export function formatAgo(locale: Locale, elapsedMs: number): string {
  const format = new Intl.RelativeTimeFormat(localeTags[locale], { numeric: 'auto' });
  const found = units.find(({ ms }) => elapsedMs >= ms);
  return found ? format.format(-Math.floor(elapsedMs / found.ms), found.unit) : format.format(0, 'second');
}
