import { data } from 'react-router';
import { type ContactMessage, type ContactResult, contactHttpStatus } from '../../contact-message.ts';
import { contactFormLimitBytes } from '../../contract.ts';
import { readForm } from '../../read-form.ts';
import { rateLimitedHeader } from '../../request-contract.ts';
import type { WebServices } from '../../services.ts';
import { validateContactMessage } from './validate-contact-message.ts';

export async function handleContactForm(
  request: Request,
  services: Pick<WebServices, 'contactDelivery' | 'sendMessage'>,
) {
  const form = await readForm(request, contactFormLimitBytes);
  const values: ContactMessage = {
    name: form.get('name') ?? '',
    email: form.get('email') ?? '',
    subject: form.get('subject') ?? '',
    message: form.get('message') ?? '',
  };
  const { message, errors } = validateContactMessage(values);
  if (Object.keys(errors).length > 0) return respond('refused', { outcome: 'refused', values, errors });
  if (request.headers.has(rateLimitedHeader))
    return respond('busy', { outcome: 'failed', values, code: 'busy' });
  if (services.contactDelivery === 'mail') {
    const sent = await services.sendMessage(message);
    if (!sent.ok) return respond(sent.error, { outcome: 'failed', values, code: sent.error });
  }
  return respond('sent', { outcome: 'sent' });
}

function respond(status: keyof typeof contactHttpStatus, outcome: ContactResult) {
  return data(outcome, { status: contactHttpStatus[status], headers: { 'cache-control': 'no-store' } });
}
