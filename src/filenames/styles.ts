/** Templates with a name of their own; '' is the specification's name. */
export const filenameStyles = {
  simple: '',
  author_post: '{user}_{code}',
  date_text: '{date}_{user}_{text}',
} as const;

export type FilenameStyle = keyof typeof filenameStyles;

export const filenameStyleNames = Object.keys(filenameStyles) as FilenameStyle[];

/** null for a template of the user's own. */
export function findFilenameStyle(template: string): FilenameStyle | null {
  return filenameStyleNames.find((style) => filenameStyles[style] === template) ?? null;
}
