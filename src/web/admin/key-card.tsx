import type { ApiKey } from '#accounts/api-keys.ts';
import { formatDate } from '../blog/long-date.ts';
import { useTranslator } from '../translation.tsx';
import { Button } from '../ui/button.tsx';

/** `today` is a UTC date. */
export function ApiKeyCard({ apiKey, today, action }: { apiKey: ApiKey; today: string; action: string }) {
  const t = useTranslator();
  const { id, name, perMinute, endsOn, lastUsedOn } = apiKey;
  const date = (day: string) => formatDate(t.locale, day);
  const hasEnded = endsOn !== null && endsOn < today;
  return (
    <li className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 rounded-3xl border border-line bg-surface p-5 sm:p-6">
      <div className="min-w-0 wrap-anywhere">
        <h2 className="text-lg font-bold">{name}</h2>
        <p className="text-muted">{t('admin.keys.per_minute', { count: perMinute })}</p>
        <p className={hasEnded ? 'font-semibold text-accent' : 'text-muted'}>
          {endsOn === null
            ? t('admin.keys.endless')
            : t(hasEnded ? 'admin.keys.ended' : 'admin.keys.until', { date: date(endsOn) })}
        </p>
        <p className="text-sm text-muted">
          {lastUsedOn === null ? t('admin.keys.unused') : t('admin.keys.used', { date: date(lastUsedOn) })}
        </p>
      </div>
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer items-center rounded-lg px-2 font-semibold text-muted hover:text-accent">
          {t('admin.keys.withdraw')}
          <span className="sr-only"> {name}</span>
        </summary>
        <form method="post" action={action} className="mt-3 grid gap-3">
          <input type="hidden" name="key" value={id} />
          <p className="max-w-sm text-sm">{t('admin.keys.withdraw_sure')}</p>
          <Button type="submit" variant="quiet" name="intent" value="withdraw" className="justify-self-start">
            {t('admin.keys.withdraw_yes')}
          </Button>
        </form>
      </details>
    </li>
  );
}
