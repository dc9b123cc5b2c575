import { expect, test } from 'vitest';
import { firstSuggestion, inputMoment, localMoment } from './local-moment.ts';

test('what the field holds is the moment it stands for', () => {
  const moment = new Date(2026, 0, 5, 7, 3);
  expect(inputMoment(moment)).toBe('2026-01-05T07:03');
  expect(new Date(inputMoment(moment))).toEqual(moment);
});

test('at first it is tomorrow at nine, also at the end of a year', () => {
  expect(inputMoment(firstSuggestion(new Date(2026, 11, 31, 23, 59)))).toBe('2027-01-01T09:00');
});

test('a moment names its zone', () => {
  expect(localMoment('de', new Date('2026-01-05T07:03:00Z'), 'UTC')).toBe(
    'Montag, 5. Januar 2026 um 07:03 UTC',
  );
});
