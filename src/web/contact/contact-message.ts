export const contactFields = ['name', 'email', 'subject', 'message'] as const;
export type ContactField = (typeof contactFields)[number];

/** What a visitor writes: four texts; name, email and subject are one line each. */
export type ContactMessage = Record<ContactField, string>;

export const emptyMessage: ContactMessage = { name: '', email: '', subject: '', message: '' };

export type FieldFault = 'missing' | 'invalid' | 'too_long';
export type FieldFaults = Partial<Record<ContactField, FieldFault>>;

/** Why a message did not go out although its fields were right. */
export type SendErrorCode = 'busy' | 'undelivered';

/** What a sent form led to. What was typed comes back unless it went out. */
export type ContactAnswer =
  | { outcome: 'sent' }
  | { outcome: 'refused'; typed: ContactMessage; faults: FieldFaults }
  | { outcome: 'failed'; typed: ContactMessage; code: SendErrorCode };

/** The status of the answering page tells its whole outcome, so that our own script needs to read nothing else. */
export const contactStatus = { sent: 200, refused: 422, busy: 429, undelivered: 502 } as const;
