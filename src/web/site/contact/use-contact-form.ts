import { type FormEvent, type SubmitEvent, useLayoutEffect, useRef, useState } from 'react';
import { localizedPath } from '#i18n/localized-path.ts';
import { type ContactMessage, contactFields } from '#inbox/contract.ts';
import { isSolved } from '#verification/challenge.ts';
import { contactSendDelayMs } from '../../contract.ts';
import { useTranslator } from '../../translator.tsx';
import { useToast } from '../../ui/toast/toast-provider.tsx';
import {
  type ContactChallenge,
  type ContactErrorCode,
  type ContactFieldErrors,
  type ContactFormField,
  type ContactResult,
  contactChallengeHeader,
  contactHttpStatus,
  contactTrapField,
  emptyContactMessage,
  parseContactChallenge,
} from './contact-message.ts';
import { readContactMessage, validateContactMessage } from './validate-contact-message.ts';

const formFields: readonly ContactFormField[] = [...contactFields, 'answer'];
const errorCodes = ['busy', 'full', 'spam', 'unavailable'] as const satisfies readonly ContactErrorCode[];

type Submission =
  | { outcome: 'sent' }
  /** The page has checked the fields, so the sum has expired. */
  | { outcome: 'refused'; challenge: ContactChallenge | null }
  | { outcome: 'failed'; code: ContactErrorCode };

/** Any unknown response means that the message was not stored. */
async function submitContactForm(path: string, fields: Record<string, string>): Promise<Submission> {
  try {
    const { status, headers } = await fetch(path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'error',
    });
    if (status === contactHttpStatus.sent) return { outcome: 'sent' };
    if (status === contactHttpStatus.refused)
      return { outcome: 'refused', challenge: parseContactChallenge(headers.get(contactChallengeHeader)) };
    const code = errorCodes.find((name) => contactHttpStatus[name] === status);
    return { outcome: 'failed', code: code ?? 'unavailable' };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { outcome: 'failed', code: 'unavailable' };
  }
}

export const contactFormId = 'contact-form';

/** `initialResult` is from a submission without JavaScript. */
export function useContactForm(
  initialChallenge: ContactChallenge,
  initialResult: ContactResult | null,
  thanks: { title: string; description: string },
) {
  const t = useTranslator();
  const toast = useToast();
  const [errors, setErrors] = useState<ContactFieldErrors>(
    initialResult?.outcome === 'refused' ? initialResult.errors : {},
  );
  const [serverResult, setServerResult] = useState(initialResult);
  const [problem, setProblem] = useState<ContactErrorCode | null>(null);
  const [challenge, setChallenge] = useState(initialChallenge);
  const [isSending, setSending] = useState(false);
  // A new round remounts the fields, which clears them.
  const [round, setRound] = useState(0);
  const answerInput = useRef<HTMLInputElement>(null);
  const path = localizedPath(t.locale, '/contact');
  // Scrolls to the form on the page that responds to a submission without JavaScript.
  const action = `${path}#${contactFormId}`;

  useLayoutEffect(() => {
    if (challenge !== initialChallenge) answerInput.current?.focus();
  }, [challenge, initialChallenge]);

  const send = async (form: HTMLFormElement, message: ContactMessage) => {
    setSending(true);
    const [result] = await Promise.all([
      submitContactForm(path, { ...readFields(form), ...message, token: challenge.token }),
      new Promise((resolve) => setTimeout(resolve, contactSendDelayMs)),
    ]);
    setSending(false);
    if (result.outcome === 'failed') {
      clearField(form, contactTrapField);
      return setProblem(result.code);
    }
    if (result.outcome === 'refused') {
      setErrors({ answer: 'invalid' });
      return setChallenge(result.challenge ?? { ...challenge });
    }
    setRound((count) => count + 1);
    toast({ tone: 'good', ...thanks });
  };

  const validate = (form: HTMLFormElement) => {
    const { answer = '', ...fields } = readFields(form);
    const { message, errors: found } = validateContactMessage(
      readContactMessage((field) => fields[field] ?? ''),
    );
    if (answer.trim() === '') found.answer = 'missing';
    else if (!isSolved(challenge.challenge, answer)) found.answer = 'invalid';
    return { message, found };
  };

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const form = event.currentTarget;
    const { message, found } = validate(form);
    setErrors(found);
    setProblem(null);
    setServerResult(null);
    const first = formFields.find((field) => found[field]);
    if (first === undefined) void send(form, message);
    else focusField(form, first);
  };

  /** Clears errors as they are fixed, and adds none while the user types. */
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    if (Object.keys(errors).length === 0) return;
    const { found } = validate(event.currentTarget);
    const remaining = formFields.filter((field) => errors[field] && found[field]);
    setErrors(Object.fromEntries(remaining.map((field) => [field, found[field]])));
  };

  const initial =
    initialResult && initialResult.outcome !== 'sent' && round === 0
      ? initialResult.values
      : emptyContactMessage;
  const state = { errors, serverResult, problem, challenge, isSending, round, initial };
  return { ...state, action, answerInput, onSubmit, onInput };
}

/** With the hidden ones: the token of the sum and the trap. */
function readFields(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

function clearField(form: HTMLFormElement, name: string): void {
  const element = form.elements.namedItem(name);
  if (element instanceof HTMLInputElement) element.value = '';
}

function focusField(form: HTMLFormElement, field: string): void {
  const element = form.elements.namedItem(field);
  if (element instanceof HTMLElement) element.focus();
}
