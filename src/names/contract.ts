/** What saved files may be called: one rule for the page, the server and the command line. */

/** Bytes of a file name at most, extension included. */
export const maxFileNameBytes = 150;
/** Kept free for what follows the name: `.webp` and the like. */
export const extensionBytes = 6;
/** Longest template, in UTF-16 units. */
export const maxTemplateLength = 120;

/** What a template may hold in braces. */
export const nameTokens = ['user', 'code', 'index', 'date', 'text', 'type'] as const;
export type NameToken = (typeof nameTokens)[number];

/** Why a template is none. */
export type TemplateFault =
  /** Nothing of it would be left in a name. */
  | { code: 'nothing' }
  | { code: 'too_long' }
  /** A brace that has no partner. */
  | { code: 'brace' }
  /** `name`: what stands in the braces. */
  | { code: 'unknown'; name: string }
  /** `sign`: what no file name can hold. */
  | { code: 'sign'; sign: string }
  | { code: 'invisible' };

/** Of the post whose link was given; the same for all its files. */
export interface NamedPost {
  username: string;
  code: string;
  text: string;
  /** ISO 8601; '' where it is not known. */
  publishedAt: string;
}

/** One media item of it. */
export interface NamedItem {
  /** `Video 1`: the usual name is made from it. */
  displayName: string;
  /** `video`, `image`, `gif`, `audio`. */
  type: string;
  /** Its place in the answer, from 1. */
  index: number;
  /** Items in the answer. */
  count: number;
}
