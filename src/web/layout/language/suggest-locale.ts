export const suggestionStorageKey = 'unspool.language-suggestion';

/** Part of `suggestionScript`. The first preferred language that the page has, unless it is in it already. */
export function suggestLocale<L extends string>(
  languages: readonly string[],
  current: L,
  available: readonly L[],
): L | null {
  for (const tag of languages) {
    // Older browsers use the former code of Indonesian.
    const code = tag.toLowerCase().split('-')[0]?.replace(/^in$/, 'id');
    const locale = available.find((candidate) => candidate === code);
    if (locale !== undefined) return locale === current ? null : locale;
  }
  return null;
}

/** Reserves the space of the suggestion, so that it shifts nothing when it is rendered. */
export function suggestionScript(): string {
  return `{
  const suggestLocale = ${suggestLocale};
  const { dataset } = document.documentElement;
  const links = [...document.querySelectorAll('link[rel=alternate][hreflang]')];
  const locale = suggestLocale(
    navigator.languages,
    dataset.locale,
    links.map(({ hreflang }) => hreflang.split('-')[0]),
  );
  try {
    if (locale && localStorage.getItem('${suggestionStorageKey}') === null) dataset.suggestion = locale;
  } catch {
    if (locale) dataset.suggestion = locale;
  }
}`;
}
