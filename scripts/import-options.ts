import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isLocale, locales } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { ImportOptions } from '../src/backup/contract.ts';

export const importUsage =
  'Usage: npm run import -- FILE [--replace] [--dry-run] [--locale de] [--site https://old.example] [--fetch-images]';

type CommandOptions = Omit<ImportOptions, 'onProgress'>;

export function parseImportArgs(
  args: readonly string[],
): Result<{ path: string; options: CommandOptions }, string> {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    if (!/^ERR_PARSE_ARGS/.test(String((error as NodeJS.ErrnoException).code))) throw error;
    return fail((error as Error).message);
  }
  const { values, positionals } = parsed;
  const [path] = positionals;
  const { locale, site } = values;
  if (path === undefined || positionals.length > 1) return fail(importUsage);
  if (locale !== undefined && !isLocale(locale))
    return fail(`--locale must be one of ${locales.join(', ')}.`);
  if (site !== undefined && !/^https?:$/.test(URL.parse(site)?.protocol ?? ''))
    return fail('--site must be a URL such as https://old.example.');
  return ok({
    path: resolve(path),
    options: {
      replace: values.replace,
      isDryRun: values['dry-run'],
      fetchImages: values['fetch-images'],
      ...(locale !== undefined && { locale }),
      ...(site !== undefined && { siteUrl: site }),
    },
  });
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      replace: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      'fetch-images': { type: 'boolean', default: false },
      locale: { type: 'string' },
      site: { type: 'string' },
    },
  });
}
