import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useEffect, useRef, useState } from 'react';
import { copyText } from '../browser/clipboard.ts';
import { useHydrated } from '../browser/use-hydrated.ts';
import { useTranslator } from '../translator.tsx';

const doneMs = 4000;

export const secondaryLinkClass =
  'inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-lg text-sm text-muted hover:text-accent';

export function CopyButton({ label, detail, text }: { label: string; detail?: string; text: string }) {
  const t = useTranslator();
  const isHydrated = useHydrated();
  const [state, setState] = useState<'idle' | 'done' | 'failed'>('idle');
  const field = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    if (state === 'failed') field.current?.select();
    if (state !== 'done') return;
    const timer = setTimeout(() => setState('idle'), doneMs);
    return () => clearTimeout(timer);
  }, [state]);

  if (!isHydrated) return null;
  const isDone = state === 'done';
  const Icon = isDone ? Check : Copy;
  return (
    <>
      <button
        type="button"
        onClick={async () => setState((await copyText(text)) ? 'done' : 'failed')}
        className={secondaryLinkClass}
      >
        <Icon aria-hidden="true" className="size-4" />
        {isDone ? t('copy.done') : label}
        {detail && <span className="sr-only"> {detail}</span>}
      </button>
      <span role="status" className="sr-only">
        {isDone ? t('copy.done') : null}
      </span>
      {state === 'failed' && (
        <label className="basis-full text-sm text-muted">
          {t('copy.failed')}
          <textarea
            ref={field}
            readOnly
            value={text}
            rows={3}
            dir="auto"
            className="mt-1 w-full rounded-xl border border-field bg-surface p-3 text-ink"
          />
        </label>
      )}
    </>
  );
}

export function CopyAltText({ alt, name }: { alt: string | null; name: string }) {
  const t = useTranslator();
  if (!alt) return null;
  return (
    <div className="flex flex-wrap">
      <CopyButton label={t('copy.alt')} detail={name} text={alt} />
    </div>
  );
}
