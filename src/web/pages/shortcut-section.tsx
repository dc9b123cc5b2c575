import { useTranslator } from '../translation.tsx';
import { CodeLine } from './code-line.tsx';
import { PageSection } from './page-section.tsx';

const steps =
  'mt-3 grid max-w-prose list-decimal gap-3 ps-6 text-lg text-pretty marker:font-bold marker:text-accent';

/** Written steps and no file to install: a made shortcut rots, and nobody can see what it does. */
export function ShortcutSection({
  origin,
  start,
  canSave,
}: {
  origin: string;
  start: string;
  /** A shortcut can ask for files, but not work for them. */
  canSave: boolean;
}) {
  const t = useTranslator();
  return (
    <PageSection heading={t('tools.shortcut.heading')} turn="turn-end">
      <p className="mt-4 max-w-prose text-lg text-pretty text-muted">{t('tools.shortcut.intro')}</p>
      <h3 className="mt-8 text-xl font-bold">{t('tools.shortcut.open.heading')}</h3>
      <ol className={steps}>
        <li>{t('tools.shortcut.new')}</li>
        <li>{t('tools.shortcut.open.encode')}</li>
        <li>
          {t('tools.shortcut.open.go')}
          <CodeLine code={`${start}?url=`} />
        </li>
      </ol>
      {canSave && (
        <>
          <h3 className="mt-10 text-xl font-bold">{t('tools.shortcut.save.heading')}</h3>
          <ol className={steps}>
            <li>{t('tools.shortcut.new')}</li>
            <li>
              {t('tools.shortcut.save.ask')}
              <CodeLine code={`${origin}/functions/v1/extract-threads-media`} />
            </li>
            <li>{t('tools.shortcut.save.list')}</li>
            <li>{t('tools.shortcut.save.first')}</li>
            <li>
              {t('tools.shortcut.save.fetch')}
              <CodeLine code={origin} />
            </li>
          </ol>
          <p className="mt-5 max-w-prose text-pretty text-muted">{t('tools.shortcut.note')}</p>
        </>
      )}
    </PageSection>
  );
}
