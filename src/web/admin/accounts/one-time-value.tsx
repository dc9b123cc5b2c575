import type { ComponentProps } from 'react';
import { useTranslator } from '../../translator.tsx';
import { Panel } from '../admin-page.tsx';

/** A link or a key that is shown once. */
export function OneTimeValue({ className = '', ...props }: ComponentProps<'input'>) {
  return (
    <input
      readOnly
      className={`min-h-12 w-full rounded-xl border border-field bg-paper px-4 py-2.5 font-mono text-sm ${className}`}
      {...props}
    />
  );
}

export function OneTimeLink({ link, isMailed }: { link: string; isMailed: boolean }) {
  const t = useTranslator();
  return (
    <Panel heading={t('admin.users.link')}>
      <OneTimeValue aria-label={t('admin.users.link')} value={link} />
      <p className="mt-3 text-sm text-muted">
        {t('admin.users.link_once')} {isMailed && t('admin.users.link_mailed')}
      </p>
    </Panel>
  );
}
