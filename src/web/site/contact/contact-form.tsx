import LoaderCircle from 'lucide-react/icons/loader-circle';
import type { MessageKey, Translator } from '#i18n/translator.ts';
import type {
  ContactErrorCode,
  ContactField,
  ContactFieldError,
  ContactFieldErrors,
  ContactMessage,
  ContactResult,
} from '../../contact-message.ts';
import { contactLimits } from '../../contract.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Input, Textarea } from '../../ui/field.tsx';
import { noticeClass } from '../../ui/notice.tsx';
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
}: {
  initial: ContactMessage;
  errors: ContactFieldErrors;
  isReadOnly: boolean;
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
              <p id={`contact-${field}-error`} className="mt-1.5 text-sm font-semibold text-accent">
                {fieldErrorMessage(t, field, error, t(missing))}
              </p>
            )}
          </div>
        );
      })}
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
  undelivered: 'contact.failed.delivery',
} as const satisfies Record<ContactErrorCode, MessageKey>;

export function ContactForm({
  delivery,
  hasEmail,
  result,
}: {
  delivery: 'screen' | 'mail';
  hasEmail: boolean;
  result: ContactResult | null;
}) {
  const t = useTranslator();
  const form = useContactForm(delivery, result);
  return (
    <div id={contactFormId}>
      {form.serverResult?.outcome === 'sent' && (
        <div role="status" className={noticeClass('good', 'mb-6 p-4')}>
          <p className="font-semibold">{t('contact.sent.title')}</p>
          <p className="mt-0.5 text-pretty text-muted">{t('contact.sent.description')}</p>
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
        className="p-4 shadow-sm sm:p-6"
      >
        <ContactFields
          key={form.round}
          initial={form.initial}
          errors={form.errors}
          isReadOnly={form.isSending}
        />
        {form.problem && <SendProblem code={form.problem} className="mt-5" />}
        <Button type="submit" aria-disabled={form.isSending || undefined} className="mt-5 w-full sm:w-auto">
          {form.isSending && <LoaderCircle aria-hidden="true" className="size-5 motion-safe:animate-spin" />}
          {form.isSending ? t('contact.sending') : t('contact.send')}
        </Button>
        <p className="mt-4 text-sm text-muted">
          {delivery === 'mail' ? t('contact.delivery.mail') : t('contact.delivery.screen')}
          {delivery === 'screen' && hasEmail && ` ${t('contact.delivery.write')}`}
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
