import Sparkles from 'lucide-react/icons/sparkles';
import Undo2 from 'lucide-react/icons/undo-2';
import X from 'lucide-react/icons/x';
import { useId } from 'react';
import { useTranslator } from '../../../translator.tsx';
import { type PostFieldsPatch, suggestionMessages } from './suggestion-messages.ts';
import type { SuggestionControls } from './use-suggestion.ts';

const buttonClass =
  'inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-lg px-2.5 text-sm font-semibold motion-safe:transition-colors';

/** `field`: screen-reader label for a button whose text doesn't name its field. */
export function SuggestionButton({ suggestion, field }: { suggestion: SuggestionControls; field?: string }) {
  const t = useTranslator();
  const { kind, hasModel, button, isBusy, start, cancel } = suggestion;
  return (
    <span className="-ms-2.5 -mt-3 -mb-1.5 inline-flex flex-wrap items-center gap-x-1">
      <button
        ref={button}
        type="button"
        aria-disabled={isBusy}
        title={
          hasModel
            ? undefined
            : t(kind === 'image' ? 'admin.suggestions.no_image_model' : 'admin.suggestions.no_model')
        }
        onClick={start}
        className={`${buttonClass} text-accent hover:bg-tint hover:text-accent-strong aria-disabled:cursor-progress aria-disabled:text-muted aria-disabled:hover:bg-transparent`}
      >
        <Sparkles aria-hidden="true" className={`size-4 ${isBusy ? 'motion-safe:animate-pulse' : ''}`} />
        {t(isBusy ? 'admin.suggestions.busy' : suggestionMessages[kind].action)}
        {field && <span className="sr-only"> ({field})</span>}
      </button>
      {isBusy && (
        <button
          type="button"
          onClick={cancel}
          className={`${buttonClass} text-muted hover:bg-sunken hover:text-ink`}
        >
          <X aria-hidden="true" className="size-4" />
          {t('admin.suggestions.cancel')}
        </button>
      )}
    </span>
  );
}

const actionClass =
  'inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-lg px-2.5 text-sm font-semibold text-accent hover:bg-tint hover:text-accent-strong';

const panelClass = 'mt-2 rounded-xl border border-dashed border-field bg-paper p-4';

export function SuggestionStatus({ suggestion }: { suggestion: SuggestionControls }) {
  const t = useTranslator();
  const id = useId();
  const { kind, hasModel, isBusy, streamed, pendingPatch, filledBy, prompt, apply, dismiss, undo } =
    suggestion;
  if (isBusy && streamed !== '')
    return (
      <div className={panelClass}>
        <p className="text-sm font-semibold text-muted">{t('admin.suggestions.suggestion')}</p>
        <p className="mt-1 text-pretty">{streamed}</p>
      </div>
    );
  if (pendingPatch)
    return (
      <div className={panelClass}>
        <p className="text-sm text-pretty text-muted">{t('admin.suggestions.pending')}</p>
        <SuggestionPreview patch={pendingPatch} />
        <p className="mt-2 -ms-2.5 flex flex-wrap">
          <button type="button" onClick={apply} className={actionClass}>
            {t('admin.suggestions.apply')}
          </button>
          <button type="button" onClick={dismiss} className={`${actionClass} text-muted`}>
            {t('admin.suggestions.dismiss')}
          </button>
        </p>
      </div>
    );
  return (
    <>
      {prompt && (
        <div className={panelClass}>
          <p className="text-sm font-semibold text-muted">{t('admin.suggestions.prompt')}</p>
          <p className="mt-1 text-sm text-pretty whitespace-pre-line select-all">{prompt}</p>
        </div>
      )}
      {filledBy ? (
        <p className="mt-1 flex flex-wrap items-center text-sm text-muted">
          <span id={id}>
            {t(filledBy === 'model' ? 'admin.suggestions.filled.model' : 'admin.suggestions.filled.rule')}
          </span>
          <button type="button" aria-describedby={id} onClick={undo} className={actionClass}>
            <Undo2 aria-hidden="true" className="size-4" />
            {t('admin.suggestions.undo')}
          </button>
        </p>
      ) : (
        !hasModel &&
        kind !== 'excerpt' && (
          <p className="mt-1 text-sm text-pretty text-muted">
            {t(kind === 'image' ? 'admin.suggestions.no_image_model' : 'admin.suggestions.no_model')}
          </p>
        )
      )}
    </>
  );
}

function SuggestionPreview({ patch }: { patch: PostFieldsPatch }) {
  const { seo_keywords, featured_image_url, ...texts } = patch;
  const lines = Object.entries({ ...texts, featured_image_alt: '', seo_keywords: seo_keywords?.join(', ') });
  return (
    <>
      {lines.map(
        ([name, line]) =>
          line && (
            <p key={name} className="mt-1 text-pretty">
              {line}
            </p>
          ),
      )}
      {featured_image_url && (
        <img src={featured_image_url} alt="" className="mt-2 aspect-video w-48 rounded-lg object-cover" />
      )}
    </>
  );
}
