import type { DeskDocument, DeskLanguage } from '#desk/contract.ts';

/** What a translation was made from; null where it is none. */
export function originalOf({ id, languages }: DeskDocument): DeskLanguage | null {
  const from = languages.find((language) => language.id === id)?.from;
  return languages.find(({ locale }) => locale === from) ?? null;
}
