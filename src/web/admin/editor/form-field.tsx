import { type ComponentProps, type ReactNode, useId } from 'react';
import { useTranslator } from '../../translation.tsx';

const inputClass =
  'mt-1.5 min-h-12 w-full rounded-xl border border-field bg-paper px-4 py-2.5 text-base disabled:border-line disabled:text-muted';

interface Frame {
  label: string;
  hint?: ReactNode;
  /** Stands at the end of the label's line. */
  aside?: ReactNode;
  /** Stands at the end, and is no description of the field. */
  below?: ReactNode;
}

function FieldFrame({
  id,
  label,
  hint,
  aside,
  below,
  children,
}: Frame & { id: string; children: ReactNode }) {
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {aside}
      </div>
      {children}
      {hint && (
        <div id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
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
}: Frame & ComponentProps<'input'>) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} aside={aside} below={below}>
      <input
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={`${inputClass} ${className}`}
        {...input}
      />
    </FieldFrame>
  );
}

export function TextArea({ label, hint, aside, below, ...area }: Frame & ComponentProps<'textarea'>) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} aside={aside} below={below}>
      <textarea
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={`${inputClass} block min-h-25 field-sizing-content resize-y`}
        {...area}
      />
    </FieldFrame>
  );
}

export function SelectField({ label, hint, aside, ...select }: Frame & ComponentProps<'select'>) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} aside={aside}>
      <select
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={`${inputClass} cursor-pointer`}
        {...select}
      />
    </FieldFrame>
  );
}

/** How much of what search results show is used. Characters as people count them. */
export function LengthMeter({ text, limit }: { text: string; limit: number }) {
  const t = useTranslator();
  const used = [...text].length;
  if (used > limit)
    return <span className="text-accent">{t('admin.editor.length_over', { used, limit })}</span>;
  return t('admin.editor.length', { used, limit });
}
