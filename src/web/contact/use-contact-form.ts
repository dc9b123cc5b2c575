import { type FormEvent, type SubmitEvent, useState } from 'react';
import type { Locale } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { contactSendDelayMs } from '../contract.ts';
import { useTranslator } from '../translation.tsx';
import { useToast } from '../ui/toast-provider.tsx';
import { checkMessage } from './check-message.ts';
import {
  type ContactAnswer,
  type ContactMessage,
  contactFields,
  emptyMessage,
  type FieldFaults,
  type SendErrorCode,
} from './contact-message.ts';
import { postMessage } from './post-message.ts';

/** Where the page that answers begins to be read. */
export const contactFormId = 'contact-form';

/** Where a message is posted, and what the form without scripts asks for: the same page, read from the form on. */
export function contactAddresses(locale: Locale): { path: string; action: string } {
  const path = localizedPath(locale, '/contact');
  return { path, action: `${path}#${contactFormId}` };
}

/** `answer`: what the form led to when it was sent without scripts. */
export function useContactForm(delivery: 'screen' | 'mail', answer: ContactAnswer | null) {
  const t = useTranslator();
  const toast = useToast();
  const [faults, setFaults] = useState<FieldFaults>(answer?.outcome === 'refused' ? answer.faults : {});
  /** What the answered page begins with, until the form is sent again. */
  const [answered, setAnswered] = useState(answer);
  const [problem, setProblem] = useState<SendErrorCode | null>(null);
  const [isSending, setSending] = useState(false);
  /** Each round begins with fields of its own. */
  const [round, setRound] = useState(0);
  const { path, action } = contactAddresses(t.locale);

  const send = async (message: ContactMessage) => {
    setSending(true);
    const [result] = await Promise.all([
      delivery === 'mail' ? postMessage(path, message) : { outcome: 'sent' as const },
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
    const { message, faults: found } = checkMessage(typedInto(event.currentTarget));
    setFaults(found);
    setProblem(null);
    setAnswered(null);
    const first = contactFields.find((field) => found[field]);
    if (first === undefined) void send(message);
    else focusField(event.currentTarget, first);
  };

  /** A fault goes as soon as it is mended; none comes while someone types. */
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    if (Object.keys(faults).length === 0) return;
    const { faults: found } = checkMessage(typedInto(event.currentTarget));
    const left = contactFields.filter((field) => faults[field] && found[field]);
    setFaults(Object.fromEntries(left.map((field) => [field, found[field]])));
  };

  const initial = answer && answer.outcome !== 'sent' && round === 0 ? answer.typed : emptyMessage;
  return { action, faults, answered, problem, isSending, round, initial, onSubmit, onInput };
}

function typedInto(form: HTMLFormElement): ContactMessage {
  const values = new FormData(form);
  const text = (field: string) => String(values.get(field) ?? '');
  return {
    name: text('name'),
    email: text('email'),
    subject: text('subject'),
    message: text('message'),
  };
}

function focusField(form: HTMLFormElement, field: string): void {
  const element = form.elements.namedItem(field);
  if (element instanceof HTMLElement) element.focus();
}
