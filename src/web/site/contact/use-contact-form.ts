import { type FormEvent, type SubmitEvent, useState } from 'react';
import { localizedPath } from '#i18n/localized-path.ts';
import {
  type ContactErrorCode,
  type ContactFieldErrors,
  type ContactMessage,
  type ContactResult,
  contactFields,
  contactHttpStatus,
  emptyContactMessage,
} from '../../contact-message.ts';
import { contactSendDelayMs } from '../../contract.ts';
import { useTranslator } from '../../translator.tsx';
import { useToast } from '../../ui/toast/toast-provider.tsx';
import { readContactMessage, validateContactMessage } from './validate-contact-message.ts';

/** Any response other than our own success means that the message was not delivered. */
async function submitContactMessage(
  path: string,
  message: ContactMessage,
): Promise<{ outcome: 'sent' } | { outcome: 'failed'; code: ContactErrorCode }> {
  try {
    const { status } = await fetch(path, {
      method: 'POST',
      body: new URLSearchParams(message),
      redirect: 'error',
    });
    if (status === contactHttpStatus.sent) return { outcome: 'sent' };
    return { outcome: 'failed', code: status === contactHttpStatus.busy ? 'busy' : 'undelivered' };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { outcome: 'failed', code: 'undelivered' };
  }
}

export const contactFormId = 'contact-form';

/** `initialResult` is from a submission without JavaScript. */
export function useContactForm(delivery: 'screen' | 'mail', initialResult: ContactResult | null) {
  const t = useTranslator();
  const toast = useToast();
  const [errors, setErrors] = useState<ContactFieldErrors>(
    initialResult?.outcome === 'refused' ? initialResult.errors : {},
  );
  const [serverResult, setServerResult] = useState(initialResult);
  const [problem, setProblem] = useState<ContactErrorCode | null>(null);
  const [isSending, setSending] = useState(false);
  // A new round remounts the fields, which clears them.
  const [round, setRound] = useState(0);
  const path = localizedPath(t.locale, '/contact');
  // Scrolls to the form on the page that responds to a submission without JavaScript.
  const action = `${path}#${contactFormId}`;

  const send = async (message: ContactMessage) => {
    setSending(true);
    const [result] = await Promise.all([
      delivery === 'mail' ? submitContactMessage(path, message) : { outcome: 'sent' as const },
      new Promise((resolve) => setTimeout(resolve, contactSendDelayMs)),
    ]);
    setSending(false);
    if (result.outcome === 'failed') return setProblem(result.code);
    setRound((count) => count + 1);
    toast({ tone: 'good', title: t('contact.sent.title'), description: t('contact.sent.description') });
  };

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const { message, errors: found } = validateContactMessage(readFields(event.currentTarget));
    setErrors(found);
    setProblem(null);
    setServerResult(null);
    const first = contactFields.find((field) => found[field]);
    if (first === undefined) void send(message);
    else focusField(event.currentTarget, first);
  };

  /** Clears errors as they are fixed, and adds none while the user types. */
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    if (Object.keys(errors).length === 0) return;
    const { errors: found } = validateContactMessage(readFields(event.currentTarget));
    const remaining = contactFields.filter((field) => errors[field] && found[field]);
    setErrors(Object.fromEntries(remaining.map((field) => [field, found[field]])));
  };

  const initial =
    initialResult && initialResult.outcome !== 'sent' && round === 0
      ? initialResult.values
      : emptyContactMessage;
  return { action, errors, serverResult, problem, isSending, round, initial, onSubmit, onInput };
}

function readFields(form: HTMLFormElement): ContactMessage {
  const values = new FormData(form);
  return readContactMessage((field) => String(values.get(field) ?? ''));
}

function focusField(form: HTMLFormElement, field: string): void {
  const element = form.elements.namedItem(field);
  if (element instanceof HTMLElement) element.focus();
}
