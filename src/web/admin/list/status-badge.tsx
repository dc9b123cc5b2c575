import type { ReactNode } from 'react';
import type { PostStatus } from '#desk/contract.ts';
import { useTranslator } from '../../translation.tsx';
import { postStatusLabels } from '../post-status.ts';

const tints = {
  published: 'bg-green-100 text-green-900 dark:bg-green-400/20 dark:text-green-200',
  draft: 'bg-yellow-100 text-yellow-900 dark:bg-yellow-400/20 dark:text-yellow-200',
  archived: 'bg-stone-200 text-stone-800 dark:bg-stone-600 dark:text-stone-50',
} as const satisfies Record<PostStatus, string>;

export function StatusBadge({ status }: { status: PostStatus }) {
  const t = useTranslator();
  return <Badge className={tints[status]}>{t(postStatusLabels[status])}</Badge>;
}

export function Badge({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span
      className={`inline-flex min-h-7 items-center gap-1.5 rounded-full px-3 py-1 text-sm leading-tight font-semibold ${className}`}
    >
      {children}
    </span>
  );
}
