import { useEffect, useRef, useState } from 'react';
import type { Locale } from '#i18n/locales.ts';
import type { MessageKey } from '#i18n/translator.ts';
import {
  type RunEstimate,
  type RunRequest,
  type RunState,
  runChoices,
  targetLocales,
} from '#translation/contract.ts';
import { useTranslator } from '../../../translator.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { adminApi, adminApiErrorMessage } from '../../admin-api.ts';
import { languageNameInSentence } from '../../post-labels.ts';

const choices = {
  passed: { name: 'admin.run.choice.passed', hint: 'admin.run.choice.passed_hint' },
  all: { name: 'admin.run.choice.all', hint: 'admin.run.choice.all_hint' },
  drafts: { name: 'admin.run.choice.drafts', hint: 'admin.run.choice.drafts_hint' },
} as const satisfies Record<RunState['choice'], { name: MessageKey; hint: MessageKey }>;

export function StartRunDialog({
  postId,
  source,
  hasModel,
  isSending,
  onStart,
  onClose,
}: {
  postId: string;
  source: Locale;
  hasModel: boolean;
  isSending: boolean;
  onStart: (request: RunRequest) => void;
  onClose: () => void;
}) {
  const t = useTranslator();
  const targets = targetLocales(source);
  const [choice, setChoice] = useState<RunState['choice']>('passed');
  const [selected, setSelected] = useState<readonly Locale[]>(targets);
  const start = useRef<HTMLButtonElement>(null);
  // Must run after the dialog's own effect, which focuses the first field.
  useEffect(() => start.current?.focus(), []);
  const isEmpty = selected.length === 0;
  const toggle = (locale: Locale, isOn: boolean) =>
    setSelected(targets.filter((target) => (target === locale ? isOn : selected.includes(target))));

  return (
    <Dialog title={t('admin.editor.translate')} isBusy={isSending} onClose={onClose}>
      <p className="mt-2 text-pretty text-muted">{t('admin.run.start_text')}</p>
      <form
        noValidate
        className="mt-5 grid gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isEmpty && !isSending) onStart({ choice, locales: selected });
        }}
      >
        <fieldset className="min-w-0">
          <legend className="font-semibold">{t('admin.run.choice.label')}</legend>
          <div className="mt-2 grid gap-2">
            {runChoices.map((option) => (
              <label
                key={option}
                className="flex cursor-pointer gap-3 rounded-2xl border-2 border-line p-3 hover:border-field has-checked:border-accent has-checked:bg-tint"
              >
                <input
                  type="radio"
                  name="choice"
                  checked={choice === option}
                  onChange={() => setChoice(option)}
                  className="mt-1 size-4 shrink-0 accent-accent"
                />
                <span className="min-w-0">
                  <span className="block font-semibold">{t(choices[option].name)}</span>
                  <span className="block text-sm text-pretty text-muted">{t(choices[option].hint)}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <fieldset className="min-w-0">
          <legend className="font-semibold">{t('admin.run.languages')}</legend>
          <div className="mt-1 grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-x-4">
            {targets.map((locale) => (
              <label key={locale} className="flex min-h-11 cursor-pointer items-center gap-3">
                <input
                  type="checkbox"
                  checked={selected.includes(locale)}
                  onChange={(event) => toggle(locale, event.target.checked)}
                  className="size-5 shrink-0 accent-accent"
                />
                <span className="inline-block first-letter:uppercase">
                  {languageNameInSentence(locale, t.locale)}
                </span>
              </label>
            ))}
          </div>
          <p role="alert" className="text-sm font-semibold text-accent">
            {isEmpty ? t('admin.run.languages_none') : ''}
          </p>
        </fieldset>
        <RunEstimateDetails postId={postId} locales={selected} hasModel={hasModel} />
        <div className="grid gap-3 sm:grid-cols-2">
          <Button ref={start} type="submit" aria-disabled={isEmpty || isSending}>
            {isSending ? t('admin.editor.translating') : t('admin.run.start')}
          </Button>
          <Button variant="quiet" disabled={isSending} onClick={onClose}>
            {t('admin.editor.cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Users select several languages in a row. */
const debounceMs = 250;

function RunEstimateDetails({
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
