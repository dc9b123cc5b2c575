import { useEffect, useState } from 'react';
import type { Locale } from '#i18n/locales.ts';
import type { RunEstimate } from '#translation/contract.ts';
import { useTranslator } from '../../../translator.tsx';
import { adminApi, adminApiErrorMessage } from '../../admin-api.ts';

/** Users select several languages in a row. */
const debounceMs = 250;

export function RunEstimateDetails({
  postId,
  locales,
  hasModel,
}: {
  postId: string;
  locales: readonly Locale[];
  hasModel: boolean;
}) {
  const t = useTranslator();
  const [loaded, setLoaded] = useState<{ key: string; value: RunEstimate | string } | null>(null);
  const key = locales.join();
  useEffect(() => {
    if (key === '') return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => void fetchEstimate(), debounceMs);
    async function fetchEstimate(): Promise<void> {
      try {
        const request = { choice: 'passed', locales: key.split(',') as Locale[] } as const;
        const result = await adminApi.estimateRun(postId, request, controller.signal);
        if (controller.signal.aborted) return;
        setLoaded({ key, value: result.ok ? result.value : adminApiErrorMessage(t, result.error) });
      } catch (error) {
        if (!controller.signal.aborted) throw error;
      }
    }
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [postId, key, t]);

  const value = loaded?.key === key ? loaded.value : null;
  return (
    <div className="rounded-2xl bg-sunken p-4">
      <h3 className="font-semibold">{t('admin.run.estimate')}</h3>
      <div role="status" className="mt-1 grid min-h-16 content-start gap-1 text-sm text-pretty">
        {!hasModel && <p className="font-semibold">{t('admin.run.estimate_no_model')}</p>}
        {hasModel && key !== '' && value === null && (
          <p className="text-muted">{t('admin.run.estimate_busy')}</p>
        )}
        {hasModel && typeof value === 'string' && (
          <p>
            {t('admin.run.estimate_failed')} {value}
          </p>
        )}
        {hasModel && value !== null && typeof value === 'object' && <EstimateLines estimate={value} />}
      </div>
    </div>
  );
}

function EstimateLines({ estimate: { tokens, blocks, known, most, leftToday } }: { estimate: RunEstimate }) {
  const t = useTranslator();
  return (
    <>
      <p>
        {t('admin.run.estimate_tokens', { tokens })}{' '}
        {known > 0 && t('admin.run.estimate_known', { known, blocks })}
      </p>
      <p className="text-muted">{t('admin.run.estimate_left', { left: leftToday, most })}</p>
      {tokens > Math.min(most, leftToday) && <p className="font-semibold">{t('admin.run.estimate_short')}</p>}
    </>
  );
}
