import type { ComponentProps } from 'react';
import type { AccountErrorCode } from '#accounts/contract.ts';
import { accountErrorMessages } from '../../admin/account-messages.tsx';
import { useTranslator } from '../../translator.tsx';

const inputClass = 'mt-1.5 min-h-12 w-full rounded-xl border border-field bg-paper px-4 py-2.5 text-base';

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
      <input
        id={id}
        required
        className={inputClass}
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
      <select id={id} className={inputClass} {...select} />
    </div>
  );
}

export function AccountErrorAlert({ code }: { code: AccountErrorCode | null | undefined }) {
  const t = useTranslator();
  if (!code) return null;
  return (
    <p role="alert" className="rounded-2xl border-2 border-accent bg-tint p-4 font-semibold">
      {t(accountErrorMessages[code])}
    </p>
  );
}

export function SuccessMessage({ children }: { children: string }) {
  return (
    <p role="status" className="rounded-2xl border-2 border-good bg-surface p-4 font-semibold">
      {children}
    </p>
  );
}
