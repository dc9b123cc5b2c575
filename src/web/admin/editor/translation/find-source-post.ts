import type { ArticleTranslation, EditorPost } from '#blog/editing-contract.ts';

/** null if the post isn't a translation. */
export function findSourcePost({ id, languages }: EditorPost): ArticleTranslation | null {
  const from = languages.find((language) => language.id === id)?.from;
  return languages.find(({ locale }) => locale === from) ?? null;
}
