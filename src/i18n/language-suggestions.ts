import type { Locale } from './locales.ts';

export interface LanguageSuggestionText {
  text: string;
  action: string;
  dismiss: string;
}

/** Not among the messages, because a browser loads only those of its own language. */
export const languageSuggestionTexts: Record<Locale, LanguageSuggestionText> = {
  en: { text: 'This page is also available in English.', action: 'View in English', dismiss: 'No thanks' },
  es: {
    text: 'Esta página también está disponible en español.',
    action: 'Ver en español',
    dismiss: 'No, gracias',
  },
  pt: {
    text: 'Esta página também está disponível em português.',
    action: 'Ver em português',
    dismiss: 'Agora não',
  },
  fr: {
    text: 'Cette page existe aussi en français.',
    action: 'Voir en français',
    dismiss: 'Non merci',
  },
  de: { text: 'Diese Seite gibt es auch auf Deutsch.', action: 'Auf Deutsch ansehen', dismiss: 'Nein danke' },
  it: {
    text: 'Questa pagina è disponibile anche in italiano.',
    action: 'Vai alla versione italiana',
    dismiss: 'No, grazie',
  },
  zh: { text: '本页面也有中文版。', action: '查看中文版', dismiss: '不用了' },
  vi: {
    text: 'Trang này cũng có bản tiếng Việt.',
    action: 'Xem bằng tiếng Việt',
    dismiss: 'Không, cảm ơn',
  },
  id: {
    text: 'Halaman ini juga tersedia dalam bahasa Indonesia.',
    action: 'Lihat dalam bahasa Indonesia',
    dismiss: 'Tidak, terima kasih',
  },
  th: { text: 'หน้านี้มีภาษาไทยด้วย', action: 'ดูเป็นภาษาไทย', dismiss: 'ไม่เป็นไร' },
};
