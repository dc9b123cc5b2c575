import { localeTags } from '#i18n/locales.ts';
import type { TokenUsage } from '#translation/contract.ts';
import { useTranslator } from '../../translator.tsx';
import { Panel } from '../panel.tsx';
import { useLocalDateTime } from '../use-local-date-time.ts';

export function AiUsagePanel({ usage: { today, runs }, hasModel }: { usage: TokenUsage; hasModel: boolean }) {
  const t = useTranslator();
  const formatLocalDateTime = useLocalDateTime();
  const numberFormat = new Intl.NumberFormat(localeTags[t.locale]);
  return (
    <Panel heading={t('admin.spend.title')}>
      {hasModel ? (
        <>
          <p className="font-semibold">
            {t('admin.spend.today', {
              tokens: numberFormat.format(today.tokens),
              budget: numberFormat.format(today.budget),
            })}
          </p>
          <p className="mt-1 text-sm text-pretty text-muted">{t('admin.spend.today_hint')}</p>
        </>
      ) : (
        <p className="text-muted">{t('admin.spend.no_model')}</p>
      )}
      <h3 className="mt-5 font-semibold">{t('admin.spend.runs')}</h3>
      {runs.length === 0 ? (
        <p className="mt-1 text-muted">{t('admin.spend.none')}</p>
      ) : (
        <table className="mt-2 w-full text-sm max-sm:block">
          <thead className="text-start text-muted max-sm:sr-only">
            <tr>
              <th className={cellClass}>{t('admin.spend.article')}</th>
              <th className={cellClass}>{t('admin.spend.when')}</th>
              <th className={cellClass}>{t('admin.spend.languages')}</th>
              <th className={`${cellClass} sm:text-end`}>{t('admin.spend.tokens')}</th>
            </tr>
          </thead>
          <tbody className="max-sm:block">
            {runs.map((run) => (
              <tr key={run.id} className="border-t border-line max-sm:block max-sm:py-3">
                <td className={`${cellClass} wrap-anywhere`}>
                  <a
                    href={`/admin/blog/${run.post_id}`}
                    lang={localeTags[run.source_locale]}
                    className="font-semibold hover:text-accent"
                  >
                    {run.title || t('admin.blog.untitled')}
                  </a>
                </td>
                <td className={cellClass}>
                  <time dateTime={run.created_at}>{formatLocalDateTime(run.created_at)}</time>
                </td>
                <td className={`${cellClass} uppercase`}>{run.locales.join(' ')}</td>
                <td className={`${cellClass} sm:text-end`}>
                  {numberFormat.format(run.tokens)}{' '}
                  <span className="sm:sr-only">{t('admin.spend.tokens')}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

const cellClass = 'py-2 pe-4 text-start align-top font-normal max-sm:block max-sm:py-0.5';
