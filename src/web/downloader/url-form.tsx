import ClipboardPaste from 'lucide-react/icons/clipboard-paste';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import X from 'lucide-react/icons/x';
import {
  type ClipboardEvent,
  type ReactNode,
  type SubmitEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { localizedPath } from '#i18n/localized-path.ts';
import { canReadClipboard, readClipboard } from '../browser/clipboard.ts';
import { useHydrated } from '../browser/use-hydrated.ts';
import { useTranslator } from '../translator.tsx';
import { Button } from '../ui/button.tsx';
import { useToast } from '../ui/toast/toast-provider.tsx';
import { loadResultsChunk } from './lazy-results.ts';
import { classifyLinkInput } from './link/link-input.ts';
import type { DownloaderControls } from './use-downloader.ts';

function subscribe(listener: () => void): () => void {
  const changes = ['online', 'offline'];
  for (const change of changes) window.addEventListener(change, listener);
  return () => {
    for (const change of changes) window.removeEventListener(change, listener);
  };
}

function OfflineNotice() {
  const t = useTranslator();
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <p role="status" className="mb-3 rounded-xl bg-tint px-4 py-3 font-semibold empty:hidden">
      {!isOnline && t('form.no_connection')}
    </p>
  );
}

const sideButton = 'min-h-13 basis-32 grow md:grow-0';

export function UrlForm({ downloader }: { downloader: DownloaderControls }) {
  const t = useTranslator();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { state, setLink, extract, stop } = downloader;
  const isBusy = state.phase === 'extracting';

  // Picks up text typed before hydration or restored by the browser.
  useEffect(() => {
    if (input.current?.value) setLink(input.current.value);
  }, [setLink]);

  const submit = (link: string) => {
    if (isBusy) return;
    extract(link);
    if (classifyLinkInput(link) === 'accepted') button.current?.focus();
    else focusField(input.current);
  };

  const wasStopped = useRef(false);
  const handleStop = useCallback(() => {
    wasStopped.current = true;
    stop();
  }, [stop]);
  useLayoutEffect(() => {
    if (isBusy || !wasStopped.current) return;
    wasStopped.current = false;
    input.current?.focus();
  }, [isBusy]);

  const fillAndSubmit = (text: string) => {
    setLink(text);
    submit(text);
  };

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    submit(state.link);
  };

  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text').trim();
    if (classifyLinkInput(text) !== 'accepted') return;
    event.preventDefault();
    submit(text);
  };

  const busyLabel = (
    <>
      <LoaderCircle aria-hidden="true" className="size-5 motion-safe:animate-spin" />
      {t('form.busy')}
    </>
  );
  return (
    <form
      method="post"
      action={`${localizedPath(t.locale, '/')}#downloader`}
      noValidate
      onSubmit={onSubmit}
      className="rounded-3xl border border-line bg-surface p-4 shadow-sm sm:p-6"
    >
      <OfflineNotice />
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
            spellCheck="false"
            enterKeyHint="go"
            placeholder={t('form.placeholder')}
            value={state.link}
            onChange={(event) => setLink(event.target.value)}
            onPaste={onPaste}
            onFocus={preload}
            disabled={isBusy}
            aria-invalid={state.isLinkInvalid || undefined}
            aria-describedby={state.isLinkInvalid ? 'link-fault' : 'link-note'}
            className="min-h-13 w-full rounded-xl border border-field bg-paper px-4 py-3 text-base text-ellipsis placeholder:text-muted disabled:text-muted aria-invalid:border-accent"
          />
          {state.isLinkInvalid && (
            <p id="link-fault" role="alert" className="mt-2 text-sm">
              <strong className="text-accent">{t('form.invalid')}</strong>{' '}
              <span>{t('form.invalid_hint')}</span>
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-3 md:flex-nowrap lg:shrink-0">
          {isBusy ? (
            <StopButton className={sideButton} onStop={handleStop} />
          ) : (
            <PasteButton className={sideButton} onText={fillAndSubmit} />
          )}
          <Button
            ref={button}
            type="submit"
            name="intent"
            value="extract"
            aria-disabled={isBusy || undefined}
            className="min-h-13 grow basis-full px-3 sm:px-5 md:basis-auto lg:whitespace-nowrap"
          >
            <StableLabel isSecond={isBusy} first={t('form.submit')} second={busyLabel} />
          </Button>
        </div>
      </div>
      <p id="link-note" className="mt-3 text-sm text-muted">
        {t('form.note')}
      </p>
    </form>
  );
}

/** As wide as the longer of both, so that the form keeps its shape when an answer arrives. */
function StableLabel({
  isSecond,
  first,
  second,
}: {
  isSecond: boolean;
  first: ReactNode;
  second: ReactNode;
}) {
  const label = 'col-start-1 row-start-1 flex items-center justify-center gap-2';
  return (
    <span className="grid">
      <span className={`${label} ${isSecond ? 'invisible' : ''}`}>{first}</span>
      <span className={`${label} ${isSecond ? '' : 'invisible'}`}>{second}</span>
    </span>
  );
}

function SideLabel({ isBusy }: { isBusy: boolean }) {
  const t = useTranslator();
  const paste = (
    <>
      <ClipboardPaste aria-hidden="true" className="size-5" />
      {t('form.paste')}
    </>
  );
  const cancel = (
    <>
      <X aria-hidden="true" className="size-5" />
      {t('action.cancel')}
    </>
  );
  return <StableLabel isSecond={isBusy} first={paste} second={cancel} />;
}

/** Hidden if the browser has no clipboard access; keeps its space until hydration. */
function PasteButton({ className, onText }: { className: string; onText: (text: string) => void }) {
  const t = useTranslator();
  const toast = useToast();
  const isHydrated = useHydrated();
  if (isHydrated && !canReadClipboard()) return null;

  const paste = async () => {
    const text = await readClipboard();
    if (text?.trim()) return onText(text.trim());
    toast({
      title: t('form.clipboard.title'),
      description: text === null ? t('form.clipboard.description') : t('form.clipboard_empty.description'),
    });
  };

  return (
    <Button
      variant="quiet"
      className={`${className} ${isHydrated ? '' : 'invisible noscript:hidden'}`}
      onClick={() => void paste()}
    >
      <SideLabel isBusy={false} />
    </Button>
  );
}

function StopButton({ className, onStop }: { className: string; onStop: () => void }) {
  useEffect(() => {
    const stopOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onStop();
    };
    document.addEventListener('keydown', stopOnEscape);
    return () => document.removeEventListener('keydown', stopOnEscape);
  }, [onStop]);

  return (
    <Button variant="quiet" className={className} onClick={onStop}>
      <SideLabel isBusy />
    </Button>
  );
}

/** Centers the field, so that the message under it is visible too. */
function focusField(field: HTMLElement | null): void {
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}

/** A failure is reported when the link is submitted. */
function preload(): void {
  loadResultsChunk().catch(() => undefined);
}
