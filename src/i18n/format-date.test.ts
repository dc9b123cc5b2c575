import { expect, test } from 'vitest';
import { defaultScheduleTime, formatZonedDateTime, toDateTimeInputValue } from './format-date.ts';

test('the value of the date field converts back to the same time', () => {
  const date = new Date(2026, 0, 5, 7, 3);
  expect(toDateTimeInputValue(date)).toBe('2026-01-05T07:03');
  expect(new Date(toDateTimeInputValue(date))).toEqual(date);
});

test('the default is tomorrow at 9:00, even at the end of a year', () => {
  expect(toDateTimeInputValue(defaultScheduleTime(new Date(2026, 11, 31, 23, 59)))).toBe('2027-01-01T09:00');
});

test('a formatted date names its time zone', () => {
  expect(formatZonedDateTime('de', new Date('2026-01-05T07:03:00Z'), 'UTC')).toBe(
    'Montag, 5. Januar 2026 um 07:03 UTC',
  );
});
