import type { ContactField, ContactMessage } from '#inbox/contract.ts';
import type { Challenge } from '#verification/contract.ts';
import type { SendMessageErrorCode } from '../../services.ts';

export const emptyContactMessage: ContactMessage = { name: '', email: '', subject: '', message: '' };

/** `answer`: of the sum. */
export type ContactFormField = ContactField | 'answer';
export type ContactFieldError = 'missing' | 'invalid' | 'too_long';
export type ContactFieldErrors = Partial<Record<ContactFormField, ContactFieldError>>;

/** `spam`: the field that people don't see was filled in. */
export type ContactErrorCode = SendMessageErrorCode | 'spam';

export type ContactResult =
  | { outcome: 'sent' }
  | { outcome: 'refused'; values: ContactMessage; errors: ContactFieldErrors }
  | { outcome: 'failed'; values: ContactMessage; code: ContactErrorCode };

/** Client scripts read only the status and the next sum. */
export const contactHttpStatus = {
  sent: 200,
  spam: 400,
  refused: 422,
  busy: 429,
  unavailable: 503,
  full: 507,
} as const satisfies Record<ContactErrorCode | 'sent' | 'refused', number>;

export interface ContactChallenge {
  challenge: Challenge;
  token: string;
}

/** The next sum, for client scripts: both numbers and the token. */
export const contactChallengeHeader = 'x-contact-challenge';

export function formatContactChallenge({ challenge: { left, right }, token }: ContactChallenge): string {
  return [left, right, token].join(' ');
}

export function parseContactChallenge(text: string | null): ContactChallenge | null {
  const [left, right, token, ...rest] = (text ?? '').split(' ');
  if (token === undefined || rest.length > 0) return null;
  return { challenge: { left: Number(left), right: Number(right) }, token };
}

/** Hidden from people: only programs fill it in. */
export const contactTrapField = 'website';
