import { useEffect, useRef, useState } from 'react';
import type { Locale } from '#i18n/locales.ts';
import type { MessageKey } from '#i18n/translator.ts';
import {
  callReserveTokens,
  type RunChoice,
  type RunEstimate,
  runChoices,
  targetLocales,
} from '#translation/contract.ts';
import { useTranslator } from '../../../../translator.tsx';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { RadioCards } from '../../../../ui/radio-cards.tsx';
import { adminApi, adminApiErrorMessage } from '../../../admin-api.ts';
import { formatMoney } from '../../../format-money.ts';
import { languageNameInSentence } from '../../../post-labels.ts';
import { useRequest } from '../../../use-request.ts';
import type { EditorContext } from '../../editor-context.ts';
import type { TranslationRunControls } from './use-translation-run.ts';

const choices = {
  passed: { name: 'admin.run.choice.passed', hint: 'admin.run.choice.passed_hint' },
  all: { name: 'admin.run.choice.all', hint: 'admin.run.choice.all_hint' },
  drafts: { name: 'admin.run.choice.drafts', hint: 'admin.run.choice.drafts_hint' },
} as const satisfies Record<RunChoice, { name: MessageKey; hint: MessageKey }>;

export default function StartRunDialog({
  context: { data, locale },
  postId,
  choice: firstChoice,
  translation: { isSending, start },
  onClose,
}: {
  context: EditorContext;
  postId: string;
  /** Selected when the dialog opens. */
  choice: RunChoice;
  translation: TranslationRunControls;
  onClose: () => void;
}) {
  const t = useTranslator();
  const targets = targetLocales(locale);
  const [choice, setChoice] = useState(firstChoice);
  const [selected, setSelected] = useState<readonly Locale[]>(targets);
  const startButton = useRef<HTMLButtonElement>(null);
  // Must run after the dialog's own effect, which focuses the first field.
  useEffect(() => startButton.current?.focus({ preventScroll: true }), []);
  const isEmpty = selected.length === 0;
  if (!data.models.text) return <NoModelDialog canConnect={data.mayManageSettings} onClose={onClose} />;
  const toggle = (toggled: Locale, isOn: boolean) =>
    setSelected(targets.filter((target) => (target === toggled ? isOn : selected.includes(target))));

  return (
    <Dialog title={t('admin.editor.translate')} isBusy={isSending} isWide onClose={onClose}>
      <p className="mt-2 text-pretty text-muted">{t('admin.run.start_text')}</p>
      <form
        noValidate
        className="mt-4 grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isEmpty && !isSending) void start({ choice, locales: selected });
        }}
      >
        <RadioCards
          label={t('admin.run.choice.label')}
          name="choice"
          cards={runChoices.map((value) => ({
            value,
            name: t(choices[value].name),
            hint: t(choices[value].hint),
          }))}
          value={choice}
          onChange={setChoice}
        />
        <fieldset className="min-w-0">
          <legend className="font-semibold">{t('admin.run.languages')}</legend>
          <div className="mt-1 grid grid-cols-[repeat(auto-fill,minmax(min(100%,7rem),1fr))] gap-x-4">
            {targets.map((target) => (
              <label key={target} className="flex min-h-11 cursor-pointer items-center gap-2">
                <input
                  type="checkbox"
                  checked={selected.includes(target)}
                  onChange={(event) => toggle(target, event.target.checked)}
                  className="size-5 shrink-0 accent-accent"
                />
                <span className="inline-block first-letter:uppercase">
                  {languageNameInSentence(target, t.locale)}
                </span>
              </label>
            ))}
          </div>
          <p role="alert" className="text-sm font-semibold text-accent">
            {isEmpty ? t('admin.run.languages_none') : ''}
          </p>
        </fieldset>
        <RunEstimateDetails postId={postId} locales={selected} />
        <div className="flex flex-col gap-3 sm:flex-row sm:*:grow">
          <Button ref={startButton} type="submit" aria-disabled={isEmpty || isSending}>
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

/** A run would only make drafts with the original text. */
function NoModelDialog({ canConnect, onClose }: { canConnect: boolean; onClose: () => void }) {
  const t = useTranslator();
  return (
    <Dialog title={t('admin.editor.translate')} onClose={onClose}>
      <p className="mt-2 text-pretty">{t(canConnect ? 'admin.run.connect_model' : 'admin.run.ask_owner')}</p>
      <div className="mt-5 flex flex-wrap gap-3">
        {canConnect && (
          <a href="/admin/settings/ai" className={buttonClass()}>
            {t('admin.run.connect')}
          </a>
        )}
        <Button variant="quiet" onClick={onClose}>
          {t('admin.editor.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}

/** Some blocks are requested again. */
const retryFactor = 1.2;

/** Users select several languages in a row. */
const debounceMs = 250;

function RunEstimateDetails({ postId, locales }: { postId: string; locales: readonly Locale[] }) {
  const t = useTranslator();
  const [loaded, setLoaded] = useState<{ key: string; value: RunEstimate | string } | null>(null);
  const key = locales.join();
  const loadEstimate = async (signal: AbortSignal) => {
    if (key === '') return null;
    await new Promise((resolve) => setTimeout(resolve, debounceMs));
    const result = await adminApi.estimateRun(postId, { choice: 'passed', locales }, signal);
    return result.ok ? result.value : adminApiErrorMessage(t, result.error);
  };
  useRequest(loadEstimate, (value) => value !== null && setLoaded({ key, value }), key);

  const value = loaded?.key === key ? loaded.value : null;
  return (
    <div className="rounded-2xl bg-sunken p-4">
      <h3 className="font-semibold">{t('admin.run.estimate')}</h3>
      <div role="status" className="mt-1 grid min-h-16 content-start gap-1 text-sm text-pretty">
        {key !== '' && value === null && <p className="text-muted">{t('admin.run.estimate_busy')}</p>}
        {typeof value === 'string' && (
          <p>
            {t('admin.run.estimate_failed')} {value}
          </p>
        )}
        {value !== null && typeof value === 'object' && <EstimateLines estimate={value} />}
      </div>
    </div>
  );
}

function EstimateLines({
  estimate: { tokens, cost, blocks, known, most, leftToday, reading },
}: {
  estimate: RunEstimate;
}) {
  const t = useTranslator();
  const isReading = reading !== null && reading.tokens > 0;
  return (
    <>
      <p>
        {t('admin.run.estimate_tokens', { tokens })}{' '}
        {cost && `${t('admin.run.estimate_cost', { cost: formatMoney(cost, t.locale) })} `}
        {known > 0 && t('admin.run.estimate_known', { known, blocks })}
      </p>
      {isReading && (
        <p className="text-muted">
          {t('admin.run.estimate_reading', { tokens: reading.tokens, left: reading.leftToday })}
        </p>
      )}
      <p className="text-muted">{t('admin.run.estimate_left', { left: leftToday, most })}</p>
      {tokens * retryFactor + callReserveTokens > Math.min(most, leftToday) && (
        <p className="font-semibold">{t('admin.run.estimate_short')}</p>
      )}
      {isReading && reading.tokens * retryFactor + callReserveTokens > reading.leftToday && (
        <p className="font-semibold">{t('admin.run.estimate_reading_short')}</p>
      )}
    </>
  );
}
