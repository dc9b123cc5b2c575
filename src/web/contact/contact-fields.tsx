import type { MessageKey, Translator } from '#i18n/translate.ts';
import { contactLimits } from '../contract.ts';
import { useTranslator } from '../translation.tsx';
import type {
  ContactField,
  ContactFieldError,
  ContactFieldErrors,
  ContactMessage,
} from './contact-message.ts';

interface Field {
  field: ContactField;
  label: MessageKey;
  missing: MessageKey;
  type?: 'text' | 'email';
  autoComplete: string;
}

const fields: readonly Field[] = [
  {
    field: 'name',
    label: 'contact.name.label',
    missing: 'contact.name.missing',
    type: 'text',
    autoComplete: 'name',
  },
  {
    field: 'email',
    label: 'contact.email.label',
    missing: 'contact.email.missing',
    type: 'email',
    autoComplete: 'email',
  },
  {
    field: 'subject',
    label: 'contact.subject.label',
    missing: 'contact.subject.missing',
    type: 'text',
    autoComplete: 'off',
  },
  {
    field: 'message',
    label: 'contact.message.label',
    missing: 'contact.message.missing',
    autoComplete: 'off',
  },
];

const inputClass =
  'mt-1.5 min-h-12 w-full rounded-xl border border-field bg-paper px-4 py-2.5 text-base read-only:text-muted aria-invalid:border-accent';

/** Uncontrolled fields, so that text entered before hydration is kept. */
export function ContactFields({
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
      {fields.map(({ field, label, missing, type, autoComplete }) => {
        const error = errors[field];
        const common = {
          id: `contact-${field}`,
          name: field,
          defaultValue: initial[field],
          autoComplete,
          required: true,
          readOnly: isReadOnly,
          'aria-invalid': error ? true : undefined,
          'aria-describedby': error ? `contact-${field}-fault` : undefined,
        };
        return (
          <div key={field}>
            <label htmlFor={common.id} className="block font-semibold">
              {t(label)}
            </label>
            {type ? (
              <input {...common} type={type} className={inputClass} />
            ) : (
              <textarea {...common} rows={6} className={`${inputClass} resize-y`} />
            )}
            {error && (
              <p id={`contact-${field}-fault`} className="mt-1.5 text-sm font-semibold text-accent">
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
