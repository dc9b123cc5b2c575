export const filenamePrefix = 'threads';

/** Naming rules of saved files, shared by the page, the server and the command line. */

/** Extension included. */
export const maxFilenameBytes = 150;
/** Reserved for the extension, such as `.webp`. */
export const extensionBytes = 6;
/** In UTF-16 units. */
export const maxTemplateLength = 120;

export const templateTokens = ['user', 'code', 'index', 'date', 'text', 'type'] as const;
export type TemplateToken = (typeof templateTokens)[number];

export type TemplateError =
  /** The template would leave an empty name. */
  | { code: 'nothing' }
  | { code: 'too_long' }
  | { code: 'brace' }
  | { code: 'unknown'; name: string }
  /** `sign`: a character that file names can't have. */
  | { code: 'sign'; sign: string }
  | { code: 'invisible' };

export interface FilenamePost {
  username: string;
  code: string;
  text: string;
  /** ISO 8601; '' if unknown. */
  publishedAt: string;
}

export interface FilenameItem {
  displayName: string;
  /** `video`, `image`, `gif`, `audio`. */
  type: string;
  index: number;
  count: number;
}
