import type { Locale } from '#i18n/locales.ts';
import type { Messages } from '#i18n/translate.ts';

type Words = Partial<Messages>;

const files: Record<Locale, () => Promise<{ default: Words }>> = {
  en: () => import('virtual:admin-words/en'),
  es: () => import('virtual:admin-words/es'),
  pt: () => import('virtual:admin-words/pt'),
  fr: () => import('virtual:admin-words/fr'),
  de: () => import('virtual:admin-words/de'),
  it: () => import('virtual:admin-words/it'),
  zh: () => import('virtual:admin-words/zh'),
  vi: () => import('virtual:admin-words/vi'),
  id: () => import('virtual:admin-words/id'),
  th: () => import('virtual:admin-words/th'),
};

/** The words of the administration, which no other page loads. */
export async function loadAdminWords(locale: Locale): Promise<Words> {
  return (await files[locale]()).default;
}
