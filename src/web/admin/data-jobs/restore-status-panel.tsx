import type { RehearsalFailure, RehearsalStatus } from '#backup/rehearsal-contract.ts';
import { formatUtcDateTime } from '#i18n/format-date.ts';
import type { MessageKey, Translator } from '#i18n/translator.ts';
import { useTranslator } from '../../translator.tsx';
import { noticeClass } from '../../ui/notice.tsx';
import { formatAgo, formatCount } from '../figures/chart-data.ts';

/** What to do. */
const failureTexts = {
  'backup.damaged': 'admin.data.rehearsal_damaged',
  'backup.newer': 'admin.data.rehearsal_newer',
  'backup.ownerless': 'admin.data.rehearsal_ownerless',
  'backup.unreadable': 'admin.data.rehearsal_unreadable',
  'database.different': 'admin.data.rehearsal_different',
  'storage.full': 'admin.data.rehearsal_full',
  'storage.unwritable': 'admin.data.rehearsal_unwritable',
  'rehearsal.interrupted': 'admin.data.rehearsal_interrupted',
  'rehearsal.timeout': 'admin.data.rehearsal_timeout',
  'rehearsal.failed': 'admin.data.fail_other',
} as const satisfies Record<Exclude<RehearsalFailure, 'files.missing' | 'posts.unreadable'>, MessageKey>;

/** `now`: of the server, so that server and browser render the same text. */
export function RestoreStatusPanel({ status, now }: { status: RehearsalStatus; now: number }) {
  const t = useTranslator();
  const { proven, failure, isRunning, isRecent, isOver, folder } = status;
  const ago = (time: number) => formatAgo(t.locale, now - time);
  const isGood = failure === null && isRecent;
  const details =
    proven &&
    t('admin.data.rehearsal_backup', {
      date: formatUtcDateTime(t.locale, new Date(proven.backupAt)),
      rows: formatCount(t.locale, proven.rows),
      files: formatCount(t.locale, proven.files),
    });
  return (
    <div
      className={noticeClass(
        isGood ? 'good' : !isOver && (proven || failure) ? 'error' : 'plain',
        'mt-6 p-4',
      )}
    >
      {isOver ? (
        <>
          <p className="font-semibold">
            {proven
              ? t('admin.data.rehearsal_last', { ago: ago(proven.at) })
              : t('admin.data.rehearsal_none')}
          </p>
          <p className="mt-1 text-pretty wrap-anywhere">{t('admin.data.rehearsal_gone', { folder })}</p>
        </>
      ) : failure ? (
        <>
          <p className="font-semibold">{t('admin.data.rehearsal_failed', { ago: ago(failure.at) })}</p>
          <p className="mt-1 text-pretty">{describeFailure(t, failure)}</p>
          {proven && (
            <p className="mt-2 text-sm text-muted">
              {t('admin.data.rehearsal_last', { ago: ago(proven.at) })}
            </p>
          )}
        </>
      ) : proven ? (
        <>
          <p className="font-semibold">{t('admin.data.rehearsal_proven', { ago: ago(proven.at) })}</p>
          {!isRecent && (
            <p className="mt-1 text-pretty">{t('admin.data.rehearsal_old', { ago: ago(proven.backupAt) })}</p>
          )}
        </>
      ) : (
        <NothingProven status={status} />
      )}
      {details && <p className="mt-1 text-sm text-muted">{details}</p>}
      {isRunning && <p className="mt-1 text-sm text-muted">{t('admin.data.rehearsal_running')}</p>}
    </div>
  );
}

function NothingProven({ status: { backups, folder, isRunning } }: { status: RehearsalStatus }) {
  const t = useTranslator();
  if (backups === 'memory') return <p className="text-pretty">{t('admin.data.rehearsal_memory')}</p>;
  if (backups === 'none')
    return <p className="text-pretty wrap-anywhere">{t('admin.data.rehearsal_no_backup', { folder })}</p>;
  return (
    <>
      <p className="font-semibold">{t('admin.data.rehearsal_none')}</p>
      {!isRunning && <p className="mt-1 text-pretty">{t('admin.data.rehearsal_waiting')}</p>}
    </>
  );
}

function describeFailure(t: Translator, { code, affected }: NonNullable<RehearsalStatus['failure']>): string {
  if (code === 'files.missing') return t('admin.data.rehearsal_files', { count: affected });
  if (code === 'posts.unreadable') return t('admin.data.rehearsal_posts', { count: affected });
  return t(failureTexts[code]);
}
