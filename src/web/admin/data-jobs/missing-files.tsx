import { useTranslator } from '../../translator.tsx';

/** Of a backup. */
export function MissingFiles({ count }: { count: number }) {
  const t = useTranslator();
  if (count === 0) return null;
  return (
    <p className="mt-3 max-w-prose font-semibold text-pretty text-accent">
      {t('admin.data.missing_files', { count })}
    </p>
  );
}
