import { expect, test } from 'vitest';
import { formatAgo, formatChartDate, formatShare, groupLongRange, summarizeRows } from './chart-data.ts';

const days = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    date: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    values: [1, index % 2],
  }));

test('up to 90 days have a bar each, and a year has one for each month', () => {
  expect(groupLongRange(days(90))).toEqual(days(90));
  const months = groupLongRange(days(365));
  expect(months).toHaveLength(12);
  expect(months[1]).toEqual({ date: '2026-02', values: [28, 14] });
  expect(summarizeRows(months).total).toBe(365 + 182);
});

test('the summary has the total and the first of the highest bars', () => {
  expect(summarizeRows(days(4))).toEqual({ total: 6, highest: { date: '2026-01-02', count: 2 } });
  expect(summarizeRows([{ date: '2026-01-01', values: [0, 0] }])).toEqual({ total: 0, highest: null });
});

test('days and months are written as the language does', () => {
  expect(formatChartDate('en', '2026-11-27')).toBe('Nov 27');
  expect(formatChartDate('de', '2026-11')).toBe('Nov. 2026');
  expect(formatShare('de', 1, 3)).toBe('33,3\u{a0}%');
  expect(formatShare('en', 0, 0)).toBe('0%');
});

test.each([
  [-4 * 60_000, 'now'],
  [59_999, 'now'],
  [3 * 60_000 + 1, '3 minutes ago'],
  [3_600_000, '1 hour ago'],
  [26 * 3_600_000, 'yesterday'],
])('%i ms are “%s”', (elapsed, text) => {
  expect(formatAgo('en', elapsed)).toBe(text);
});
