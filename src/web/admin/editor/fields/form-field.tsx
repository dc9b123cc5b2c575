import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { useTranslator } from '../../../translator.tsx';
import { Input, Select, Textarea } from '../../../ui/field.tsx';

const inputClass = 'mt-1.5 disabled:border-line disabled:text-muted';

interface FieldProps {
  label: string;
  hint?: ReactNode;
  aside?: ReactNode;
  /** Rendered below the field, but not part of its description. */
  below?: ReactNode;
}

function Field({
  label,
  hint,
  aside,
  below,
  children,
}: FieldProps & { children: (input: { id: string; 'aria-describedby': string | undefined }) => ReactNode }) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {aside}
      </div>
      {children({ id, 'aria-describedby': hint ? hintId : undefined })}
      {hint && (
        <div id={hintId} className="mt-1.5 text-sm text-muted">
          {hint}
        </div>
      )}
      {below}
    </div>
  );
}

export function TextField({
  label,
  hint,
  aside,
  below,
  className = '',
  ...input
}: FieldProps & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} aside={aside} below={below}>
      {(field) => <Input {...field} className={`${inputClass} ${className}`} {...input} />}
    </Field>
  );
}

/** Keeps a value that `parse` rejects in the field, says why, and passes on only valid ones. `parse` returns undefined. */
export function ValidatedField<Value>({
  value,
  parse,
  onChange,
  hint,
  error,
  ...input
}: Omit<FieldProps & ComponentProps<'input'>, 'value' | 'onChange'> & {
  value: string;
  parse: (text: string) => Value | undefined;
  onChange: (value: Value) => void;
  error: string;
}) {
  const [rejected, setRejected] = useState<string | null>(null);
  const [isTyping, setTyping] = useState(false);
  const hasError = rejected !== null && !isTyping;
  return (
    <TextField
      {...input}
      value={rejected ?? value}
      aria-invalid={hasError || undefined}
      onFocus={() => setTyping(true)}
      onBlur={() => setTyping(false)}
      onChange={(event) => {
        const parsed = parse(event.target.value);
        setRejected(parsed === undefined ? event.target.value : null);
        if (parsed !== undefined) onChange(parsed);
      }}
      hint={
        <>
          <p>{hint}</p>
          <p role="alert" className="font-semibold text-accent">
            {hasError ? error : ''}
          </p>
        </>
      }
    />
  );
}

export function CheckboxField({ label, hint, ...input }: FieldProps & ComponentProps<'input'>) {
  const id = useId();
  return (
    <div>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 font-semibold">
        <input
          type="checkbox"
          aria-describedby={hint ? id : undefined}
          className="size-5 shrink-0 accent-accent"
          {...input}
        />
        {label}
      </label>
      {hint && (
        <p id={id} className="text-sm text-pretty text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

export function TextArea({ label, hint, aside, below, ...area }: FieldProps & ComponentProps<'textarea'>) {
  const className = `${inputClass} block min-h-25 field-sizing-content resize-y`;
  return (
    <Field label={label} hint={hint} aside={aside} below={below}>
      {(field) => <Textarea {...field} className={className} {...area} />}
    </Field>
  );
}

export function SelectField({ label, ...select }: { label: string } & ComponentProps<'select'>) {
  return (
    <Field label={label}>
      {(field) => <Select {...field} className={`${inputClass} cursor-pointer`} {...select} />}
    </Field>
  );
}

/** Counts code points, not UTF-16 units. */
export function CharacterCount({ text, limit }: { text: string; limit: number }) {
  const t = useTranslator();
  const used = [...text].length;
  if (used > limit)
    return <span className="text-accent">{t('admin.editor.length_over', { used, limit })}</span>;
  return t('admin.editor.length', { used, limit });
}
