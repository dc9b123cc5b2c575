import type { Locale } from '#i18n/locales.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import type { Mail } from '#platform/send-mail.ts';

export function writeResetMail(to: { name: string; email: string; locale: Locale }, link: string): Letter {
  const t = serverTranslator(to.locale);
  return {
    to: { name: to.name, address: to.email },
    subject: t('admin.mail.reset.subject'),
    text: t('admin.mail.reset.text', { name: to.name, link }),
  };
}

export function writeInvitationMail(
  to: { email: string; locale: Locale; from: string },
  link: string,
): Letter {
  const t = serverTranslator(to.locale);
  return {
    to: { name: '', address: to.email },
    subject: t('admin.mail.invitation.subject'),
    text: t('admin.mail.invitation.text', { name: to.from, link }),
  };
}

/** A mail whose sender is the site's own. */
export type Letter = Pick<Mail, 'to' | 'subject' | 'text'>;
