import Sparkles from 'lucide-react/icons/sparkles';
import X from 'lucide-react/icons/x';
import { useTranslator } from '../../../translation.tsx';
import { suggestionMessages } from './kinds.ts';
import type { SuggestionControls } from './use-assist.ts';

const buttonClass =
  'inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-lg px-2.5 text-sm font-semibold motion-safe:transition-colors';

/** `field`: screen-reader label for a button whose text doesn't name its field. */
export function SuggestionButton({ suggestion, field }: { suggestion: SuggestionControls; field?: string }) {
  const t = useTranslator();
  const { kind, hasModel, button, isBusy, start, cancel } = suggestion;
  return (
    <span className="-ms-2.5 -mt-3 -mb-2 inline-flex flex-wrap items-center gap-x-1">
      <button
        ref={button}
        type="button"
        aria-disabled={isBusy}
        title={
          hasModel ? undefined : t(kind === 'image' ? 'admin.assist.no_image_model' : 'admin.assist.no_model')
        }
        onClick={() => void start()}
        className={`${buttonClass} text-accent hover:bg-tint hover:text-accent-strong aria-disabled:cursor-progress aria-disabled:text-muted aria-disabled:hover:bg-transparent`}
      >
        <Sparkles aria-hidden="true" className={`size-4 ${isBusy ? 'motion-safe:animate-pulse' : ''}`} />
        {t(isBusy ? 'admin.assist.busy' : suggestionMessages[kind].action)}
        {field && <span className="sr-only"> ({field})</span>}
      </button>
      {isBusy && (
        <button
          type="button"
          onClick={cancel}
          className={`${buttonClass} text-muted hover:bg-sunken hover:text-ink`}
        >
          <X aria-hidden="true" className="size-4" />
          {t('admin.assist.cancel')}
        </button>
      )}
    </span>
  );
}
