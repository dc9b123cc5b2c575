import type { CheckSource, ThreadsStatus } from '#figures/contract.ts';
import type { MessageKey, Translator } from '#i18n/translator.ts';
import { useTranslator } from '../../translator.tsx';
import { noticeClass } from '../../ui/notice.tsx';
import { formatAgo } from './chart-data.ts';

const sources = {
  traffic: 'admin.figures.source_traffic',
  canary: 'admin.figures.source_canary',
} as const satisfies Record<CheckSource, MessageKey>;

const canaryCommand = 'npm run canary -- --explain LINK';

/** `now`: of the server, so that server and browser render the same text. */
export function ThreadsStatusPanel({ status, now }: { status: ThreadsStatus; now: number }) {
  const t = useTranslator();
  const { state, read, failure, lastHour, isChanging } = status;
  const ago = (at: string) => formatAgo(t.locale, now - Date.parse(at));
  const tone = isChanging || state === 'unreadable' ? 'error' : state === 'readable' ? 'good' : 'plain';
  return (
    <div className={noticeClass(tone, 'mt-6 p-4')}>
      <p className="font-semibold">{statusSentence(t, status, ago)}</p>
      {isChanging && (
        <>
          <p className="mt-2 font-semibold">
            {t('admin.figures.changed', { changed: lastHour.changed, total: lastHour.extractions })}
          </p>
          <p className="mt-1 text-pretty wrap-anywhere">
            {t('admin.figures.changed_hint', { command: canaryCommand })}
          </p>
        </>
      )}
      {(read || failure) && (
        <ul className="mt-1 text-sm text-muted">
          {read && (
            <li>{t('admin.figures.last_read', { ago: ago(read.at), source: t(sources[read.source]) })}</li>
          )}
          {failure && (
            <li>
              {t('admin.figures.last_failure', {
                ago: ago(failure.at),
                source: t(sources[failure.source]),
                code: failure.code,
              })}
            </li>
          )}
        </ul>
      )}
    </div>
  );
}

function statusSentence(t: Translator, { state, read }: ThreadsStatus, ago: (at: string) => string): string {
  if (state === 'readable' && read) return t('admin.figures.status_readable', { ago: ago(read.at) });
  return t(state === 'unknown' ? 'admin.figures.status_unknown' : 'admin.figures.status_unreadable');
}
