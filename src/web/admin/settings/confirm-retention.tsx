import { useTranslator } from '../../translator.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Panel } from '../admin-page.tsx';
import { sectionPath } from './setting-fields.ts';

/** A form that would delete messages, until its owner says so. */
export interface ShortenedRetention {
  days: number;
  /** Messages that are too old then. */
  count: number;
  fields: [name: string, value: string][];
}

/** Its value is the number of days that was confirmed. */
export const retentionField = 'confirm-retention';

/** Sends the form again. */
export function ConfirmRetention({ shortened }: { shortened: ShortenedRetention | null | undefined }) {
  const t = useTranslator();
  if (!shortened) return null;
  const path = sectionPath('contact');
  return (
    <Panel heading={t('admin.settings.retention_title')}>
      <form method="post" action={path} className="grid max-w-prose gap-5">
        <p role="alert" className="text-pretty">
          {t('admin.settings.retention_text', { count: shortened.count })}
        </p>
        {shortened.fields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" name={retentionField} value={shortened.days}>
            {t('admin.settings.retention_confirm')}
          </Button>
          <a href={path} className={buttonClass('quiet')}>
            {t('admin.editor.cancel')}
          </a>
        </div>
      </form>
    </Panel>
  );
}
