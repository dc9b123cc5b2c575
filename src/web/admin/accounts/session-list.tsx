import type { ActiveSession } from '#accounts/contract.ts';
import { formatUtcDateTime } from '../../format-date.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../panel.tsx';

export function SessionList({
  sessions,
  action,
}: {
  sessions: (ActiveSession & { isCurrent: boolean })[];
  action: string;
}) {
  const t = useTranslator();
  return (
    <Panel heading={t('admin.account.sessions')}>
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div>
              <p className="font-semibold">{session.device || t('admin.account.device')}</p>
              <p className="text-sm text-muted">
                {t('admin.account.since', { date: formatUtcDateTime(t.locale, session.createdAt) })}
              </p>
            </div>
            {session.isCurrent ? (
              <p className="text-sm font-semibold text-good">{t('admin.account.this_session')}</p>
            ) : (
              <form method="post" action={action}>
                <input type="hidden" name="session" value={session.id} />
                <Button type="submit" variant="quiet" name="intent" value="end-session">
                  {t('admin.account.end')}
                </Button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <form method="post" action={action} className="mt-4">
          <Button type="submit" variant="quiet" name="intent" value="end-others">
            {t('admin.account.end_others')}
          </Button>
        </form>
      )}
    </Panel>
  );
}
