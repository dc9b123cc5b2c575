import type { Locale } from '#i18n/locales.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import type { Email } from '#platform/mail/smtp.ts';

export function renderResetEmail(
  to: { name: string; email: string; locale: Locale },
  link: string,
): EmailMessage {
  const t = serverTranslator(to.locale);
  return {
    to: { name: to.name, address: to.email },
    subject: t('admin.mail.reset.subject'),
    text: t('admin.mail.reset.text', { name: to.name, link }),
  };
}

export function renderInvitationEmail(
  to: { email: string; locale: Locale; from: string },
  link: string,
): EmailMessage {
  const t = serverTranslator(to.locale);
  return {
    to: { name: '', address: to.email },
    subject: t('admin.mail.invitation.subject'),
    text: t('admin.mail.invitation.text', { name: to.from, link }),
  };
}

export type EmailMessage = Pick<Email, 'to' | 'subject' | 'text'>;
