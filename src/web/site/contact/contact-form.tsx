import LoaderCircle from 'lucide-react/icons/loader-circle';
import type { ReactNode, Ref } from 'react';
import type { MessageKey, Translator } from '#i18n/translator.ts';
import type { ContactField, ContactMessage } from '#inbox/contract.ts';
import type { Challenge } from '#verification/contract.ts';
import { useAppearance } from '../../appearance/appearance-context.ts';
import { contactLimits } from '../../contract.ts';
import { Island } from '../../rendering/island.tsx';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Input, Textarea } from '../../ui/field.tsx';
import { noticeClass } from '../../ui/notice.tsx';
import { ToastProvider } from '../../ui/toast/toast-provider.tsx';
import {
  type ContactChallenge,
  type ContactErrorCode,
  type ContactFieldError,
  type ContactFieldErrors,
  type ContactResult,
  contactTrapField,
} from './contact-message.ts';
import { contactFormId, useContactForm } from './use-contact-form.ts';

const fields = [
  { field: 'name', label: 'contact.name.label', missing: 'contact.name.missing', autoComplete: 'name' },
  { field: 'email', label: 'contact.email.label', missing: 'contact.email.missing', autoComplete: 'email' },
  {
    field: 'subject',
    label: 'contact.subject.label',
    missing: 'contact.subject.missing',
    autoComplete: 'off',
  },
  {
    field: 'message',
    label: 'contact.message.label',
    missing: 'contact.message.missing',
    autoComplete: 'off',
  },
] as const satisfies readonly {
  field: ContactField;
  label: MessageKey;
  missing: MessageKey;
  autoComplete: string;
}[];

const inputClass = 'mt-1.5 read-only:text-muted aria-invalid:border-accent';

/** Uncontrolled fields, so that text entered before hydration is kept. */
function ContactFields({
  initial,
  errors,
  isReadOnly,
  children,
}: {
  initial: ContactMessage;
  errors: ContactFieldErrors;
  isReadOnly: boolean;
  children: ReactNode;
}) {
  const t = useTranslator();
  return (
    <div className="grid gap-5">
      {fields.map(({ field, label, missing, autoComplete }) => {
        const error = errors[field];
        const common = {
          id: `contact-${field}`,
          name: field,
          defaultValue: initial[field],
          autoComplete,
          required: true,
          readOnly: isReadOnly,
          'aria-invalid': error ? true : undefined,
          'aria-describedby': error ? `contact-${field}-error` : undefined,
        };
        return (
          <div key={field}>
            <label htmlFor={common.id} className="block font-semibold">
              {t(label)}
            </label>
            {field === 'message' ? (
              <Textarea {...common} rows={6} className={`${inputClass} resize-y`} />
            ) : (
              <Input {...common} type={field === 'email' ? 'email' : 'text'} className={inputClass} />
            )}
            {error && (
              <FieldError id={`contact-${field}-error`}>
                {fieldErrorMessage(t, field, error, t(missing))}
              </FieldError>
            )}
          </div>
        );
      })}
      {children}
    </div>
  );
}

function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-1.5 text-sm font-semibold text-accent">
      {children}
    </p>
  );
}

function SumField({
  challenge,
  error,
  isReadOnly,
  ref,
}: {
  challenge: Challenge;
  error: ContactFieldError | undefined;
  isReadOnly: boolean;
  ref: Ref<HTMLInputElement>;
}) {
  const t = useTranslator();
  return (
    <div>
      <label htmlFor="contact-answer" className="block font-semibold tabular-nums">
        {t('contact.sum.label', { left: challenge.left, right: challenge.right })}
      </label>
      <Input
        ref={ref}
        id="contact-answer"
        type="text"
        name="answer"
        inputMode="numeric"
        autoComplete="off"
        required
        readOnly={isReadOnly}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${error ? 'contact-answer-error ' : ''}contact-answer-hint`}
        className={`${inputClass} max-w-36`}
      />
      {error && (
        <FieldError id="contact-answer-error">
          {error === 'missing' ? t('contact.sum.missing') : t('contact.sum.wrong')}
        </FieldError>
      )}
      <p id="contact-answer-hint" className="mt-1 text-sm text-muted">
        {t('contact.sum.hint')}
      </p>
    </div>
  );
}

function TrapField() {
  const t = useTranslator();
  return (
    <div aria-hidden="true" className="sr-only">
      <label htmlFor="contact-trap">{t('contact.trap')}</label>
      <input id="contact-trap" type="text" name={contactTrapField} tabIndex={-1} autoComplete="off" />
    </div>
  );
}

function fieldErrorMessage(
  t: Translator,
  field: ContactField,
  error: ContactFieldError,
  missing: string,
): string {
  if (error === 'missing') return missing;
  if (error === 'invalid') return t('contact.email.invalid');
  return t('contact.too_long', { count: contactLimits[field] });
}

const problems = {
  busy: 'contact.failed.busy',
  full: 'contact.failed.full',
  spam: 'contact.failed.spam',
  unavailable: 'contact.failed.unavailable',
} as const satisfies Record<ContactErrorCode, MessageKey>;

interface ContactFormProps {
  challenge: ContactChallenge;
  isMailed: boolean;
  /** Of a form that was sent without JavaScript. */
  result: ContactResult | null;
}

export const contactIslandId = 'contact';

/** The part of the page that `entries/contact.tsx` hydrates. */
export function ContactFormIsland(props: ContactFormProps) {
  return (
    <Island id={contactIslandId} props={props}>
      <ContactForm {...props} />
    </Island>
  );
}

export function ContactForm(props: ContactFormProps) {
  return (
    <ToastProvider>
      <FormWithThanks {...props} />
    </ToastProvider>
  );
}

function FormWithThanks({ challenge, isMailed, result }: ContactFormProps) {
  const t = useTranslator();
  const { replyHours, messageDays } = useAppearance();
  const thanks = {
    title: t('contact.sent.title'),
    description: replyHours === null ? t('contact.sent.no_promise') : t('contact.sent.description'),
  };
  const form = useContactForm(challenge, result, thanks);
  return (
    <div id={contactFormId}>
      {form.serverResult?.outcome === 'sent' && (
        <div role="status" className={noticeClass('good', 'mb-6 p-4')}>
          <p className="font-semibold">{thanks.title}</p>
          <p className="mt-0.5 text-pretty text-muted">{thanks.description}</p>
        </div>
      )}
      {form.serverResult?.outcome === 'failed' && (
        <SendProblem code={form.serverResult.code} className="mb-6" />
      )}
      <Card
        as="form"
        method="post"
        action={form.action}
        noValidate
        onSubmit={form.onSubmit}
        onInput={form.onInput}
        className="relative p-4 shadow-sm sm:p-6"
      >
        <ContactFields
          key={form.round}
          initial={form.initial}
          errors={form.errors}
          isReadOnly={form.isSending}
        >
          <SumField
            key={form.challenge.token}
            challenge={form.challenge.challenge}
            error={form.errors.answer}
            isReadOnly={form.isSending}
            ref={form.answerInput}
          />
          <input type="hidden" name="token" value={form.challenge.token} />
          <TrapField />
        </ContactFields>
        {form.problem && <SendProblem code={form.problem} className="mt-5" />}
        <Button type="submit" aria-disabled={form.isSending || undefined} className="mt-5 w-full sm:w-auto">
          {form.isSending && <LoaderCircle aria-hidden="true" className="size-5 motion-safe:animate-spin" />}
          {form.isSending ? t('contact.sending') : t('contact.send')}
        </Button>
        <p className="mt-4 text-sm text-muted">
          {t('contact.stored', { count: messageDays })}
          {isMailed && ` ${t('contact.mailed')}`}
        </p>
      </Card>
    </div>
  );
}

function SendProblem({ code, className }: { code: ContactErrorCode; className: string }) {
  const t = useTranslator();
  return (
    <div role="alert" className={noticeClass('error', `p-4 ${className}`)}>
      <p className="font-semibold">{t('contact.failed.title')}</p>
      <p className="mt-0.5 text-pretty">{t(problems[code])}</p>
    </div>
  );
}
