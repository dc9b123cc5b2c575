import type { Email } from '#platform/mail/smtp.ts';

export const contactFields = ['name', 'email', 'subject', 'message'] as const;
export type ContactField = (typeof contactFields)[number];

export type ContactMessage = Record<ContactField, string>;

export const emptyContactMessage: ContactMessage = { name: '', email: '', subject: '', message: '' };

export type ContactFieldError = 'missing' | 'invalid' | 'too_long';
export type ContactFieldErrors = Partial<Record<ContactField, ContactFieldError>>;

export type ContactErrorCode = 'busy' | 'undelivered';

export type ContactResult =
  | { outcome: 'sent' }
  | { outcome: 'refused'; values: ContactMessage; errors: ContactFieldErrors }
  | { outcome: 'failed'; values: ContactMessage; code: ContactErrorCode };

/** Client scripts read only the status. */
export const contactHttpStatus = { sent: 200, refused: 422, busy: 429, undelivered: 502 } as const;

/** Sent from the operator's own address, because their mail server rejects other senders. */
export function formatContactEmail(message: ContactMessage, operator: string): Email {
  return {
    from: { name: 'Unspool contact form', address: operator },
    to: { name: '', address: operator },
    replyTo: { name: message.name, address: message.email },
    subject: `[Unspool] ${message.subject}`,
    text: `From: ${message.name} <${message.email}>\n\n${message.message}\n`,
  };
}
