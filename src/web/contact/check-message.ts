import { contactLimits } from '../contract.ts';
import {
  type ContactField,
  type ContactMessage,
  contactFields,
  type FieldFault,
  type FieldFaults,
} from './contact-message.ts';

// As browsers judge `type="email"`, with a domain of at least two names. No part can match in two ways.
const localPart = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/i;
const domainName = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;
const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** The message as it is sent, without blanks around and with single lines where they belong, and what is wrong in it. */
export function checkMessage(typed: ContactMessage): { message: ContactMessage; faults: FieldFaults } {
  const message: ContactMessage = {
    name: typed.name.replace(controls, ' ').trim(),
    email: typed.email.trim(),
    subject: typed.subject.replace(controls, ' ').trim(),
    // Forms send CRLF, scripts read LF.
    message: typed.message.replaceAll('\r\n', '\n').trim(),
  };
  const faults: FieldFaults = {};
  for (const field of contactFields) {
    const fault = judge(field, message[field]);
    if (fault) faults[field] = fault;
  }
  return { message, faults };
}

function judge(field: ContactField, text: string): FieldFault | null {
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
