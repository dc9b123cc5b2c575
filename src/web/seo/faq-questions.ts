import type { MessageKey } from '#i18n/translator.ts';

/** For both the home page and its structured data, which must match. */
export const faqQuestions = [
  { question: 'faq.free.question', answer: 'faq.free.answer' },
  { question: 'faq.install.question', answer: 'faq.install.answer' },
  { question: 'faq.quality.question', answer: 'faq.quality.answer' },
  { question: 'faq.legal.question', answer: 'faq.legal.answer' },
  { question: 'faq.verification.question', answer: 'faq.verification.answer' },
  { question: 'faq.stored.question', answer: 'faq.stored.answer' },
] as const satisfies readonly { question: MessageKey; answer: MessageKey }[];
