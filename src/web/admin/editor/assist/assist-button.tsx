import Sparkles from 'lucide-react/icons/sparkles';
import X from 'lucide-react/icons/x';
import { useTranslator } from '../../../translation.tsx';
import { assistWords } from './kinds.ts';
import type { Assist } from './use-assist.ts';

const look =
  'inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-lg px-2.5 text-sm font-semibold motion-safe:transition-colors';

/** Asks for a suggestion; while it comes, it can be cancelled. `field`: the label it stands beside, where the button does not say it. */
export function AssistButton({ assist, field }: { assist: Assist; field?: string }) {
  const t = useTranslator();
  const { kind, hasModel, button, isBusy, start, cancel } = assist;
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
        className={`${look} text-accent hover:bg-tint hover:text-accent-strong aria-disabled:cursor-progress aria-disabled:text-muted aria-disabled:hover:bg-transparent`}
      >
        <Sparkles aria-hidden="true" className={`size-4 ${isBusy ? 'motion-safe:animate-pulse' : ''}`} />
        {t(isBusy ? 'admin.assist.busy' : assistWords[kind].action)}
        {field && <span className="sr-only"> ({field})</span>}
      </button>
      {isBusy && (
        <button
          type="button"
          onClick={cancel}
          className={`${look} text-muted hover:bg-sunken hover:text-ink`}
        >
          <X aria-hidden="true" className="size-4" />
          {t('admin.assist.cancel')}
        </button>
      )}
    </span>
  );
}
