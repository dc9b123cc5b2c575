import type { Email } from '#platform/send-mail.ts';
import type { ContactMessage } from './contact-message.ts';

/**
 * From the operator's own address, because their mail server rejects other senders. Replies go to the sender.
 */
export function formatContactEmail(message: ContactMessage, operator: string): Email {
  return {
    from: { name: 'Unspool contact form', address: operator },
    to: { name: '', address: operator },
    replyTo: { name: message.name, address: message.email },
    subject: `[Unspool] ${message.subject}`,
    text: `From: ${message.name} <${message.email}>\n\n${message.message}\n`,
  };
}
