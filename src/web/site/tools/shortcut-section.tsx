import { PageSection } from '../../layout/page-section.tsx';
import { useTranslator } from '../../translator.tsx';
import { CodeSnippet } from './code-snippet.tsx';

const steps =
  'mt-3 grid max-w-prose list-decimal gap-3 ps-6 text-lg text-pretty marker:font-bold marker:text-accent';

/** Instructions instead of a downloadable shortcut, which goes stale and hides what it does. */
export function ShortcutSection({
  origin,
  start,
  canSave,
}: {
  origin: string;
  start: string;
  /** False if an API call needs a proof of work, which a shortcut can't compute. */
  canSave: boolean;
}) {
  const t = useTranslator();
  return (
    <PageSection heading={t('tools.shortcut.heading')} lineClass="turn-end">
      <p className="mt-4 max-w-prose text-lg text-pretty text-muted">{t('tools.shortcut.intro')}</p>
      <h3 className="mt-8 text-xl font-bold">{t('tools.shortcut.open.heading')}</h3>
      <ol className={steps}>
        <li>{t('tools.shortcut.new')}</li>
        <li>{t('tools.shortcut.open.encode')}</li>
        <li>
          {t('tools.shortcut.open.go')}
          <CodeSnippet code={`${start}?url=`} />
        </li>
      </ol>
      {canSave && (
        <>
          <h3 className="mt-10 text-xl font-bold">{t('tools.shortcut.save.heading')}</h3>
          <ol className={steps}>
            <li>{t('tools.shortcut.new')}</li>
            <li>
              {t('tools.shortcut.save.ask')}
              <CodeSnippet code={`${origin}/functions/v1/extract-threads-media`} />
            </li>
            <li>{t('tools.shortcut.save.list')}</li>
            <li>{t('tools.shortcut.save.first')}</li>
            <li>
              {t('tools.shortcut.save.fetch')}
              <CodeSnippet code={origin} />
            </li>
          </ol>
          <p className="mt-5 max-w-prose text-pretty text-muted">{t('tools.shortcut.note')}</p>
        </>
      )}
    </PageSection>
  );
}
