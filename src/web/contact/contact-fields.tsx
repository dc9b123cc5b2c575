import type { MessageKey, Translator } from '#i18n/translate.ts';
import { contactLimits } from '../contract.ts';
import { useTranslator } from '../translation.tsx';
import type { ContactField, ContactMessage, FieldFault, FieldFaults } from './contact-message.ts';

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

/** The four fields, each with its fault below. They keep their own text, so what was typed early is not lost. */
export function ContactFields({
  initial,
  faults,
  isReadOnly,
}: {
  initial: ContactMessage;
  faults: FieldFaults;
  isReadOnly: boolean;
}) {
  const t = useTranslator();
  return (
    <div className="grid gap-5">
      {fields.map(({ field, label, missing, type, autoComplete }) => {
        const fault = faults[field];
        const common = {
          id: `contact-${field}`,
          name: field,
          defaultValue: initial[field],
          autoComplete,
          required: true,
          readOnly: isReadOnly,
          'aria-invalid': fault ? true : undefined,
          'aria-describedby': fault ? `contact-${field}-fault` : undefined,
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
            {fault && (
              <p id={`contact-${field}-fault`} className="mt-1.5 text-sm font-semibold text-accent">
                {wordFault(t, field, fault, t(missing))}
              </p>
            )}
          </div>
        );
      })}
    </div>
  );
}

function wordFault(t: Translator, field: ContactField, fault: FieldFault, missing: string): string {
  if (fault === 'missing') return missing;
  if (fault === 'invalid') return t('contact.email.invalid');
  return t('contact.too_long', { count: contactLimits[field] });
}
