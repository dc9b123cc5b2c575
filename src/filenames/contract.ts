export const filenamePrefix = 'threads';

/** Extension included. */
export const maxFilenameBytes = 150;
export const extensionBytes = 6;
export const maxTemplateLength = 120;

export const templateTokens = ['user', 'code', 'index', 'date', 'text', 'type'] as const;
export type TemplateToken = (typeof templateTokens)[number];

export type TemplateError =
  | { code: 'nothing' }
  | { code: 'too_long' }
  | { code: 'brace' }
  | { code: 'unknown'; name: string }
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
  type: string;
  index: number;
  count: number;
}
