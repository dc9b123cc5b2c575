import { type ContactField, type ContactMessage, contactFields } from '#inbox/contract.ts';
import { contactLimits } from '../../contract.ts';
import type { ContactFieldError, ContactFieldErrors } from './contact-message.ts';

// Like `type="email"` in browsers, but the domain needs a dot. No regex is ambiguous, so none can backtrack.
const localPart = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/i;
const domainName = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;
const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

export function readContactMessage(readField: (field: ContactField) => string): ContactMessage {
  return {
    name: readField('name'),
    email: readField('email'),
    subject: readField('subject'),
    message: readField('message'),
  };
}

/** Returns the trimmed message, with `name` and `subject` on one line, and the errors by field. */
export function validateContactMessage(values: ContactMessage): {
  message: ContactMessage;
  errors: ContactFieldErrors;
} {
  const message: ContactMessage = {
    name: values.name.replace(controls, ' ').trim(),
    email: values.email.trim(),
    subject: values.subject.replace(controls, ' ').trim(),
    // Native forms send CRLF.
    message: values.message.replaceAll('\r\n', '\n').trim(),
  };
  const errors: ContactFieldErrors = {};
  for (const field of contactFields) {
    const error = validateField(field, message[field]);
    if (error) errors[field] = error;
  }
  return { message, errors };
}

function validateField(field: ContactField, text: string): ContactFieldError | null {
  if (text === '') return 'missing';
  if (text.length > contactLimits[field]) return 'too_long';
  return field === 'email' && !isEmailAddress(text) ? 'invalid' : null;
}

function isEmailAddress(text: string): boolean {
  const [local = '', domain = '', ...rest] = text.split('@');
  const names = domain.split('.');
  return (
    rest.length === 0 &&
    localPart.test(local) &&
    names.length > 1 &&
    names.every((name) => domainName.test(name))
  );
}
