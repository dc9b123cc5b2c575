import type { ComponentProps } from 'react';

const inputClass = 'min-h-12 w-full rounded-xl border border-field bg-paper px-4 py-2.5 text-base';
/** The button of a file input. */
const fileButtonClass =
  'file:mr-3 file:cursor-pointer file:rounded-lg file:border file:border-field file:bg-surface file:px-3 file:py-0.5 file:font-semibold';

export function Input({ className = '', ...props }: ComponentProps<'input'>) {
  const fileClass = props.type === 'file' ? fileButtonClass : '';
  return <input className={`${inputClass} ${fileClass} ${className}`} {...props} />;
}

export function Select({ className = '', ...props }: ComponentProps<'select'>) {
  return <select className={`${inputClass} ${className}`} {...props} />;
}

export function Textarea({ className = '', ...props }: ComponentProps<'textarea'>) {
  return <textarea className={`${inputClass} ${className}`} {...props} />;
}

/** `items`: values and labels. */
export function Options({ items }: { items: readonly (readonly [value: string, label: string])[] }) {
  return items.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

/** `className` is the label's. */
export function Checkbox({ className = '', children, ...input }: ComponentProps<'input'>) {
  return (
    <label className={`flex min-h-11 items-center gap-3 ${className}`}>
      <input type="checkbox" className="size-5 shrink-0 accent-accent" {...input} />
      {children}
    </label>
  );
}

export function TextField({
  label,
  hint,
  id,
  ...input
}: ComponentProps<'input'> & { label: string; hint?: string; id: string }) {
  return (
    <div>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <Input
        id={id}
        required
        className="mt-1.5"
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...input}
      />
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

export function SelectField({
  label,
  id,
  className = '',
  ...select
}: ComponentProps<'select'> & { label: string; id: string }) {
  return (
    <div className={className}>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <Select id={id} className="mt-1.5" {...select} />
    </div>
  );
}
