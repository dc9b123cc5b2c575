import { data } from 'react-router';
import { limitedHeader } from '#http/contract.ts';
import { contactFormLimitBytes } from '../contract.ts';
import { readForm } from '../read-form.ts';
import type { WebServices } from '../services.ts';
import { checkMessage } from './check-message.ts';
import { type ContactAnswer, type ContactMessage, contactStatus } from './contact-message.ts';

/** The contact form's action: the page that follows says what became of the message, with or without scripts. */
export async function answerMessage(
  request: Request,
  services: Pick<WebServices, 'contactDelivery' | 'sendMessage'>,
) {
  const form = await readForm(request, contactFormLimitBytes);
  const typed: ContactMessage = {
    name: form.get('name') ?? '',
    email: form.get('email') ?? '',
    subject: form.get('subject') ?? '',
    message: form.get('message') ?? '',
  };
  const { message, faults } = checkMessage(typed);
  if (Object.keys(faults).length > 0) return answer('refused', { outcome: 'refused', typed, faults });
  if (request.headers.has(limitedHeader)) return answer('busy', { outcome: 'failed', typed, code: 'busy' });
  if (services.contactDelivery === 'mail') {
    const sent = await services.sendMessage(message);
    if (!sent.ok) return answer(sent.error, { outcome: 'failed', typed, code: sent.error });
  }
  return answer('sent', { outcome: 'sent' });
}

function answer(status: keyof typeof contactStatus, outcome: ContactAnswer) {
  return data(outcome, { status: contactStatus[status], headers: { 'cache-control': 'no-store' } });
}
