import type { Locale } from '#i18n/locales.ts';

export type ExceptionLanguages = readonly Locale[] | 'all';

export function appliesTo(languages: ExceptionLanguages, locale: Locale): boolean {
  return languages === 'all' || languages.includes(locale);
}

/** Finds the exceptions of a check that nothing needs any more. */
export function trackExceptions<Exception>(
  exceptions: readonly Exception[],
  describe: (exception: Exception) => string,
) {
  const unused = new Set(exceptions);
  return {
    find(applies: (exception: Exception) => boolean): Exception | undefined {
      const found = exceptions.find(applies);
      if (found) unused.delete(found);
      return found;
    },
    findAll(applies: (exception: Exception) => boolean): Exception[] {
      const found = exceptions.filter(applies);
      for (const exception of found) unused.delete(exception);
      return found;
    },
    listUnused: () =>
      [...unused].map((exception) => `the exception ${describe(exception)} is no longer needed`),
  };
}
