import {
  normalizeKeywords,
  normalizeLine,
  normalizeLineOrNull,
  normalizeText,
} from '#platform/normalize-text.ts';

const line = (lengthMax: number) => ({ lengthMax, empty: '', normalize: normalizeLine });
const optionalLine = (lengthMax: number) => ({ lengthMax, empty: null, normalize: normalizeLineOrNull });

/**
 * The texts of a post, by their names in requests, exports and the table `post`. Translations have all of them. A new
 * one is an `optionalLine` at the end: posts, exports and drafts of earlier versions don't have it.
 */
export const postTexts = {
  title: line(300),
  excerpt: { lengthMax: 2000, empty: '', normalize: normalizeText, isSearched: true },
  /** HTML; images may be inline data URLs. `textBytesMax` limits the text without them. */
  content: { lengthMax: 48_000_000, empty: '', normalize: (html: string) => html },
  featured_image_alt: line(500),
  seo_title: optionalLine(300),
  seo_description: optionalLine(600),
  /** `lengthMax` is that of one of them. */
  seo_keywords: { lengthMax: 100, empty: [], normalize: normalizeKeywords },
};

export type PostTextName = keyof typeof postTexts;
export type OptionalTextName = {
  [Name in PostTextName]: (typeof postTexts)[Name]['empty'] extends null ? Name : never;
}[PostTextName];

export const postTextNames = Object.keys(postTexts) as PostTextName[];
export const optionalTextNames = postTextNames.filter(
  (name): name is OptionalTextName => postTexts[name].empty === null,
);

/** The texts of a category in each language, besides its name. The columns and the fields of the form are their plurals. */
export const categoryTextNames = ['description'] as const;
export const categoryTextColumns = categoryTextNames.map((name) => `${name}s` as const);
export const categoryTextLengthMax = 300;

/** An object with a value for each name. */
export function mapNames<Name extends string, Value>(
  names: readonly Name[],
  toValue: (name: Name) => Value,
): { [Key in Name]: Value } {
  return Object.fromEntries(names.map((name) => [name, toValue(name)])) as { [Key in Name]: Value };
}

/** The properties with these names, in this order. */
export function pick<Source extends object, Name extends keyof Source & string>(
  source: Source,
  names: readonly Name[],
): Pick<Source, Name> {
  return Object.fromEntries(names.map((name) => [name, source[name]])) as Pick<Source, Name>;
}

export function pickPostTexts<Source extends Record<PostTextName, unknown>>(
  source: Source,
): Pick<Source, PostTextName> {
  return pick(source, postTextNames);
}
