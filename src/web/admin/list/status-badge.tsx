import type { ReactNode } from 'react';
import type { PostStatus } from '#desk/contract.ts';
import { useTranslator } from '../../translation.tsx';
import { postStatusNames } from '../post-status.ts';

const tints = {
  published: 'bg-green-100 text-green-900 dark:bg-green-900/60 dark:text-green-100',
  draft: 'bg-yellow-100 text-yellow-900 dark:bg-yellow-800/50 dark:text-yellow-100',
  archived: 'bg-gray-200 text-gray-800 dark:bg-gray-700 dark:text-gray-100',
} as const satisfies Record<PostStatus, string>;

export function StatusBadge({ status }: { status: PostStatus }) {
  const t = useTranslator();
  return <Badge className={tints[status]}>{t(postStatusNames[status])}</Badge>;
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
