import { formatDate } from '#i18n/format-date.ts';
import type { Translator } from '#i18n/translator.ts';
import type { StoredContactMessage } from '#inbox/contract.ts';
import type { Email } from '#platform/mail/smtp.ts';

/** Mail programs and browsers limit the length of a `mailto:` link. */
const quotedLength = 500;

interface ReplyTo {
  content: StoredContactMessage;
  receivedAt: string;
}

/** `t`: in the language of the sender. */
export function composeReply(
  { content, receivedAt }: ReplyTo,
  text: string,
  t: Translator,
): Pick<Email, 'to' | 'subject' | 'text'> {
  return {
    to: { name: content.name, address: content.email },
    subject: replySubject(content.subject),
    text: `${text}\n\n${quote(t, content.name, receivedAt, content.message)}\n`,
  };
}

/** Opens the user's mail program, with the beginning of the message as a quotation. */
export function replyLink({ content, receivedAt }: ReplyTo, t: Translator): string {
  const { name, email, subject, message } = content;
  const shortened = message.length > quotedLength ? `${message.slice(0, quotedLength)}…` : message;
  const body = `\n\n${quote(t, name, receivedAt, shortened)}`.replaceAll('\n', '\r\n');
  const encode = (text: string) => encodeURIComponent(text.toWellFormed());
  return `mailto:${encode(email)}?subject=${encode(replySubject(subject))}&body=${encode(body)}`;
}

function replySubject(subject: string): string {
  return /^re:/i.test(subject) ? subject : `Re: ${subject}`;
}

function quote(t: Translator, name: string, receivedAt: string, text: string): string {
  const date = formatDate(t.locale, receivedAt);
  const lines = text.split('\n').map((line) => (line === '' ? '>' : `> ${line}`));
  return [t('inbox.reply.quote', { date, name }), ...lines].join('\n');
}
