import LoaderCircle from 'lucide-react/icons/loader-circle';
import { type ClipboardEvent, type SubmitEvent, useCallback, useEffect, useRef } from 'react';
import { localizedPath } from '#i18n/localized-path.ts';
import { useTranslator } from '../translation.tsx';
import { Button } from '../ui/button.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { checkLink } from './check-link.ts';
import { loadLaterSteps } from './later-steps.ts';
import { OfflineNote } from './offline-note.tsx';
import { PasteButton } from './paste-button.tsx';
import { StopButton } from './stop-button.tsx';
import type { DownloaderControls } from './use-downloader.ts';

const sideButton = 'min-h-13 basis-32 grow md:grow-0';

export function UrlForm({ downloader }: { downloader: DownloaderControls }) {
  const t = useTranslator();
  const isHydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { state, type, extract, stop } = downloader;
  const isBusy = state.stage === 'extracting';
  const isIdle = isBusy || (isHydrated && checkLink(state.link) === 'empty');

  // What was typed before the page came alive, or put back by the browser, counts.
  useEffect(() => {
    if (input.current?.value) type(input.current.value);
  }, [type]);

  const begin = (link: string) => {
    if (isBusy) return;
    extract(link);
    const check = checkLink(link);
    if (check === 'accepted') button.current?.focus();
    else goToField(input.current);
  };

  const wasStopped = useRef(false);
  const giveUp = useCallback(() => {
    wasStopped.current = true;
    stop();
  }, [stop]);
  useEffect(() => {
    if (isBusy || !wasStopped.current) return;
    wasStopped.current = false;
    input.current?.focus();
  }, [isBusy]);

  const beginWith = (text: string) => {
    type(text);
    begin(text);
  };

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    begin(state.link);
  };

  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text').trim();
    if (checkLink(text) !== 'accepted') return;
    event.preventDefault();
    begin(text);
  };

  return (
    <form
      method="post"
      action={`${localizedPath(t.locale, '/')}#downloader`}
      noValidate
      onSubmit={onSubmit}
      className="rounded-3xl border border-line bg-surface p-4 shadow-sm sm:p-6"
    >
      <OfflineNote />
      <label htmlFor="link" className="block font-semibold">
        {t('form.label')}
      </label>
      <div className="mt-2 flex flex-col gap-3 lg:flex-row lg:items-start">
        <div className="min-w-0 grow">
          <input
            ref={input}
            id="link"
            name="link"
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
            placeholder={t('form.placeholder')}
            value={state.link}
            onChange={(event) => type(event.target.value)}
            onPaste={onPaste}
            onFocus={preload}
            disabled={isBusy}
            aria-invalid={state.isLinkRefused || undefined}
            aria-describedby={state.isLinkRefused ? 'link-fault' : 'link-note'}
            className="min-h-13 w-full rounded-xl border border-field bg-paper px-4 py-3 text-base text-ellipsis placeholder:text-muted disabled:text-muted aria-invalid:border-accent"
          />
          {state.isLinkRefused && (
            <p id="link-fault" role="alert" className="mt-2 text-sm">
              <strong className="text-accent">{t('form.invalid')}</strong>{' '}
              <span>{t('form.invalid_hint')}</span>
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-3 md:flex-nowrap lg:shrink-0">
          {isBusy ? (
            <StopButton className={sideButton} onStop={giveUp} />
          ) : (
            <PasteButton className={sideButton} onText={beginWith} />
          )}
          <Button
            ref={button}
            type="submit"
            name="intent"
            value="extract"
            aria-disabled={isIdle || undefined}
            className="min-h-13 grow basis-full px-3 sm:px-5 md:basis-auto lg:whitespace-nowrap"
          >
            {isBusy && <LoaderCircle aria-hidden="true" className="size-5 motion-safe:animate-spin" />}
            {isBusy ? t('form.busy') : t('form.submit')}
          </Button>
        </div>
      </div>
      <p id="link-note" className="mt-3 text-sm text-muted">
        {t('form.note')} {t('form.several')}
      </p>
    </form>
  );
}

/** Shows the field whole, with what is said under it. */
function goToField(field: HTMLElement | null): void {
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}

/** A failure here shows, in words, when the link is sent. */
function preload(): void {
  loadLaterSteps().catch(() => undefined);
}
