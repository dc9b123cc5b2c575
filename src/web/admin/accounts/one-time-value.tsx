import { useTranslator } from '../../translator.tsx';
import { Card } from '../panel.tsx';

export function OneTimeLink({ link, isMailed }: { link: string; isMailed: boolean }) {
  const t = useTranslator();
  return (
    <Card heading={t('admin.users.link')}>
      <input
        readOnly
        aria-label={t('admin.users.link')}
        value={link}
        className="min-h-12 w-full rounded-xl border border-field bg-paper px-4 py-2.5 font-mono text-sm"
      />
      <p className="mt-3 text-sm text-muted">
        {t('admin.users.link_once')} {isMailed && t('admin.users.link_mailed')}
      </p>
    </Card>
  );
}
