import type { ComponentProps } from 'react';

const tones = {
  error: 'border-accent bg-tint',
  good: 'border-good bg-surface',
  plain: 'border-field bg-surface',
} as const;

type NoticeTone = keyof typeof tones;

/** For a notice of more than one paragraph. */
export function noticeClass(tone: NoticeTone, extra: string): string {
  return `rounded-2xl border-2 ${tones[tone]} ${extra}`;
}

export function Notice({
  tone = 'error',
  className = '',
  ...props
}: ComponentProps<'p'> & { tone?: NoticeTone }) {
  return <p className={noticeClass(tone, `p-4 font-semibold ${className}`)} {...props} />;
}
