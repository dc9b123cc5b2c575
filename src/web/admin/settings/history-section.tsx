import { formatUtcDateTime } from '#i18n/format-date.ts';
import type { Translator } from '#i18n/translator.ts';
import { restoreChangeName, type SettingChange } from '#settings/contract.ts';
import { useTranslator } from '../../translator.tsx';
import { Panel } from '../admin-page.tsx';
import { isSettingName, sectionPath, settingTexts } from './setting-fields.ts';

export function HistorySection({
  changes,
  next,
}: {
  changes: readonly SettingChange[];
  next: number | null;
}) {
  const t = useTranslator();
  return (
    <Panel heading={t('admin.settings.history')}>
      {changes.length === 0 ? (
        <p className="text-muted">{t('admin.settings.history_empty')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard must be able to scroll the table.
        <section tabIndex={0} className="overflow-x-auto">
          <table className="w-full text-start text-sm [&_td]:p-2 [&_td]:align-top [&_th]:p-2 [&_th]:text-start">
            <thead>
              <tr>
                <th scope="col">{t('admin.settings.history_date')}</th>
                <th scope="col">{t('admin.settings.history_user')}</th>
                <th scope="col">{t('admin.settings.history_setting')}</th>
                <th scope="col">{t('admin.settings.history_before')}</th>
                <th scope="col">{t('admin.settings.history_after')}</th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {changes.map((change) => (
                <ChangeRow key={change.id} change={change} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {next !== null && (
        <a
          href={`${sectionPath('history')}?from=${next}`}
          className="mt-4 inline-flex min-h-11 items-center font-semibold text-accent underline underline-offset-4"
        >
          {t('admin.settings.history_older')}
        </a>
      )}
    </Panel>
  );
}

function ChangeRow({ change }: { change: SettingChange }) {
  const t = useTranslator();
  const { changedAt, userName, name, before, after, isSecret } = change;
  const backupDate = new Date(after ?? '');
  const format = (value: string | null) => value ?? t('admin.settings.history_default');
  return (
    <tr>
      <td className="whitespace-nowrap">
        <time dateTime={changedAt}>{formatUtcDateTime(t.locale, new Date(changedAt))}</time>
      </td>
      <td className="wrap-anywhere">{userName || t('admin.settings.history_set_up')}</td>
      <td>{describeChange(t, name)}</td>
      {name === restoreChangeName && (
        <td colSpan={2}>
          {!Number.isNaN(backupDate.getTime()) &&
            t('admin.data.created_at', { date: formatUtcDateTime(t.locale, backupDate) })}
        </td>
      )}
      {name !== restoreChangeName &&
        (isSecret ? (
          <td colSpan={2} className="text-muted">
            {t('admin.settings.history_secret')}
          </td>
        ) : (
          <>
            <td className="min-w-40 wrap-anywhere whitespace-pre-line">{format(before)}</td>
            <td className="min-w-40 wrap-anywhere whitespace-pre-line">{format(after)}</td>
          </>
        ))}
    </tr>
  );
}

function describeChange(t: Translator, name: string): string {
  if (name === restoreChangeName) return t('admin.data.restored');
  return isSettingName(name) ? t(settingTexts[name].label) : name;
}
