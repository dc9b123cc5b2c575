import { ClipboardPaste, LoaderCircle } from 'lucide-react';
import { type ClipboardEvent, type SubmitEvent, useEffect, useRef } from 'react';
import { localizedPath } from '#i18n/localized-path.ts';
import { useTranslator } from '../translation.tsx';
import { Button } from '../ui/button.tsx';
import { useToast } from '../ui/toast-provider.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { checkLink } from './check-link.ts';
import { loadLaterSteps } from './later-steps.ts';
import type { DownloaderControls } from './use-downloader.ts';

export function UrlForm({ downloader }: { downloader: DownloaderControls }) {
  const t = useTranslator();
  const isHydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { state, type, extract } = downloader;
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
    else input.current?.focus();
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
      action={localizedPath(t.locale, '/')}
      noValidate
      onSubmit={onSubmit}
      className="rounded-3xl border border-line bg-surface p-4 shadow-sm sm:p-6"
    >
      <label htmlFor="link" className="block font-semibold">
        {t('form.label')}
      </label>
      <div className="mt-2 flex flex-col gap-3 md:flex-row">
        <div className="relative min-w-0 grow">
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
            className="min-h-13 w-full rounded-xl border border-field bg-paper px-4 py-3 text-base placeholder:text-muted disabled:text-muted aria-invalid:border-accent"
          />
        </div>
        <div className="flex flex-wrap gap-3 md:flex-nowrap">
          <PasteButton isDisabled={isBusy} onText={begin} />
          <Button
            ref={button}
            type="submit"
            name="intent"
            value="extract"
            aria-disabled={isIdle || undefined}
            className="min-h-13 grow basis-36 px-3 sm:px-5 md:basis-auto"
          >
            {isBusy && <LoaderCircle aria-hidden="true" className="size-5 motion-safe:animate-spin" />}
            {isBusy ? t('form.busy') : t('form.submit')}
          </Button>
        </div>
      </div>
      {state.isLinkRefused ? (
        <p id="link-fault" role="alert" className="mt-3 text-sm">
          <strong className="text-accent">{t('form.invalid')}</strong> <span>{t('form.invalid_hint')}</span>
        </p>
      ) : (
        <p id="link-note" className="mt-3 text-sm text-muted">
          {t('form.note')}
        </p>
      )}
    </form>
  );
}

/** A failure here shows, in words, when the link is sent. */
function preload(): void {
  loadLaterSteps().catch(() => undefined);
}

/** Only where the browser lets a page read the clipboard. */
function PasteButton({ isDisabled, onText }: { isDisabled: boolean; onText: (text: string) => void }) {
  const t = useTranslator();
  const toast = useToast();
  const canRead = useHydrated() && typeof navigator.clipboard?.readText === 'function';
  if (!canRead) return null;

  const paste = async () => {
    const text = await navigator.clipboard.readText().catch(() => null);
    if (text?.trim()) return onText(text.trim());
    toast({
      title: t('form.clipboard.title'),
      description: text === null ? t('form.clipboard.description') : t('form.clipboard_empty.description'),
    });
  };

  return (
    <Button
      variant="quiet"
      className="min-h-13 grow md:grow-0"
      aria-disabled={isDisabled || undefined}
      onClick={() => !isDisabled && void paste()}
    >
      <ClipboardPaste aria-hidden="true" className="size-5" />
      {t('form.paste')}
    </Button>
  );
}
