import type { Mail } from '#platform/send-mail.ts';
import type { ContactMessage } from './contact-message.ts';

/** The mail for the operator: sent by their own address, which their server accepts; answered to the visitor's. */
export function writeMail(message: ContactMessage, operator: string): Mail {
  return {
    from: { name: 'Unspool contact form', address: operator },
    to: { name: '', address: operator },
    replyTo: { name: message.name, address: message.email },
    subject: `[Unspool] ${message.subject}`,
    text: `From: ${message.name} <${message.email}>\n\n${message.message}\n`,
  };
}
