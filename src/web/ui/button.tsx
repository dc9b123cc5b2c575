import type { ComponentProps } from 'react';

const base =
  'inline-flex min-h-12 cursor-pointer items-center justify-center gap-2 rounded-xl border px-5 py-2.5 text-center font-semibold leading-tight motion-safe:transition-colors aria-disabled:cursor-not-allowed';

const variants = {
  primary:
    'border-transparent bg-accent text-on-accent hover:bg-accent-strong aria-disabled:bg-tint aria-disabled:text-accent-strong',
  quiet:
    'border-field bg-surface text-ink hover:border-accent hover:text-accent aria-disabled:text-muted aria-disabled:hover:border-field',
} as const;

type ButtonVariant = keyof typeof variants;

export function buttonClass(variant: ButtonVariant = 'primary', extra = ''): string {
  return `${base} ${variants[variant]} ${extra}`;
}

export function Button({
  variant = 'primary',
  className = '',
  type = 'button',
  ...props
}: ComponentProps<'button'> & { variant?: ButtonVariant }) {
  return <button type={type} className={buttonClass(variant, className)} {...props} />;
}
