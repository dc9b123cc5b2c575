import { expect, test } from 'vitest';
import { isDateTime } from './inline-content.ts';

test.each(
  '2026|2026-11|2026-W48|2026-11-23|11-23|--11-23|10:30|10:30:05|10:30:05.123|2026-11-23T10:30|2026-11-23 10:30:05Z|2026-11-23T10:30+01:00|Z|-0330|PT4H18M3S|P2DT3H|P1D|PT0.5S'.split(
    '|',
  ),
)('%s is a date, time or duration', (text) => expect(isDateTime(text)).toBe(true));

test.each([
  '',
  'today',
  '2026-1',
  '23.11.2026',
  '2026-11-23T',
  'T10:30',
  'P',
  'PT',
  'P1H',
  '10:30 ',
  '1'.repeat(50_000),
])('%j is none', (text) => expect(isDateTime(text)).toBe(false));
