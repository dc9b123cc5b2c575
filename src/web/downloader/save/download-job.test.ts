import { expect, test } from 'vitest';
import { conversionUrl } from './download-job.ts';

test('conversionUrl adds the conversion with or without an existing query', () => {
  expect(conversionUrl('/media/x', 'jpg')).toBe('/media/x?as=jpg');
  expect(conversionUrl('/media/x?pass=y', 'm4a')).toBe('/media/x?pass=y&as=m4a');
  expect(conversionUrl('/media/x', null)).toBe('/media/x');
});
