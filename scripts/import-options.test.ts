import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { importUsage, parseImportArgs } from './import-options.ts';

test('options may be before or after the file', () => {
  expect(parseImportArgs(['a.zip'])).toEqual({
    ok: true,
    value: { path: resolve('a.zip'), options: { replace: false, isDryRun: false, fetchImages: false } },
  });
  const args = [
    '--dry-run',
    '--locale',
    'de',
    'b.xml',
    '--site',
    'https://old.example',
    '--fetch-images',
    '--replace',
  ];
  expect(parseImportArgs(args)).toMatchObject({
    value: {
      path: resolve('b.xml'),
      options: {
        replace: true,
        isDryRun: true,
        fetchImages: true,
        locale: 'de',
        siteUrl: 'https://old.example',
      },
    },
  });
});

test('a wrong option is named', () => {
  const messageOf = (args: string[]) => {
    const parsed = parseImportArgs(args);
    return parsed.ok ? '' : parsed.error;
  };
  expect(messageOf([])).toBe(importUsage);
  expect(messageOf(['a', 'b'])).toBe(importUsage);
  expect(messageOf(['a', '--force'])).toContain('--force');
  expect(messageOf(['a', '--locale', 'xx'])).toContain('en, es');
  expect(messageOf(['a', '--site', 'file:///x'])).toContain('--site');
});
