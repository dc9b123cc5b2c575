import Eye from 'lucide-react/icons/eye';
import Pencil from 'lucide-react/icons/pencil';
import type { Ref } from 'react';
import type { MessageKey, Translator } from '#i18n/translator.ts';
import { useHydrated } from '../../../browser/use-hydrated.ts';
import { useTranslator } from '../../../translator.tsx';
import { Button } from '../../../ui/button.tsx';
import { useBottomBarHeight } from '../../../ui/use-bottom-bar-height.ts';
import type { SaveState } from '../draft/draft-types.ts';
import type { Draft } from '../draft/use-draft.ts';
import type { EditorContext } from '../editor-context.ts';
import type { PendingAction } from '../use-post-actions.ts';

export function EditorActions({
  context: { data, draft },
  busy,
  isPreview,
  onPreview,
  onSaveAndExit,
  translateButton,
  onTranslate,
  onPublish,
}: {
  context: EditorContext;
  busy: PendingAction | null;
  isPreview: boolean;
  onPreview: () => void;
  onSaveAndExit: () => void;
  translateButton: Ref<HTMLButtonElement>;
  onTranslate: () => void;
  onPublish: () => void;
}) {
  const t = useTranslator();
  const bar = useBottomBarHeight<HTMLElement>();
  const Icon = isPreview ? Pencil : Eye;
  // A click before the scripts have loaded would do nothing.
  const isOff = !useHydrated() || busy !== null;
  const sharedProps = { disabled: isOff || !data.mayEdit, className: compactClass };
  return (
    <section
      ref={bar}
      aria-label={t('admin.editor.actions')}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line bg-surface max-lg:w-full max-lg:border-t max-lg:p-3 max-sm:p-2 max-lg:tall:fixed max-lg:tall:inset-x-0 max-lg:tall:bottom-0 max-lg:z-30 lg:bg-transparent"
    >
      <SaveStatus draft={draft} />
      <div className="flex grow flex-wrap gap-2 max-lg:w-full">
        <Button variant="quiet" className={compactClass} disabled={isOff} onClick={onPreview}>
          <Icon aria-hidden="true" className="size-4 shrink-0 max-sm:hidden lg:max-2xl:hidden" />
          {isPreview ? t('admin.editor.edit_again') : t('admin.editor.preview')}
        </Button>
        <Button variant="quiet" {...sharedProps} onClick={onSaveAndExit}>
          {busy === 'saving' ? t('admin.editor.saving') : t('admin.editor.save_exit')}
        </Button>
        {data.mayPublish && (
          <>
            <Button ref={translateButton} variant="quiet" {...sharedProps} onClick={onTranslate}>
              {busy === 'translating' ? t('admin.editor.translating') : t('admin.editor.translate')}
            </Button>
            <Button {...sharedProps} onClick={onPublish}>
              {busy === 'publishing' ? t('admin.editor.publishing') : t('admin.editor.publish')}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

const compactClass =
  'min-h-11 grow px-2 py-2 text-sm max-sm:px-1.5 sm:px-3 disabled:cursor-not-allowed disabled:opacity-60';

/** Always visible, but announced only for errors: the state changes with every pause in typing. */
function SaveStatus({ draft }: { draft: Draft }) {
  const t = useTranslator();
  const { state } = draft;
  // A post without changes since it was opened matches the server.
  const isSaved = state.kind === 'saved' || (state.kind === 'untouched' && draft.document !== null);
  const text = isSaved ? t(stateMessages.saved) : saveStateMessage(t, state);
  const isError = ['offline', 'failed', 'conflict', 'signed-out'].includes(state.kind);
  return (
    <div data-save-state={state.kind} className="max-w-prose text-sm text-pretty">
      <p
        aria-hidden={isError}
        className={isError ? 'font-semibold text-accent' : isSaved ? 'text-good' : 'text-muted'}
      >
        {text}
      </p>
      <p role="status" className="sr-only">
        {isError ? text : ''}
      </p>
      {state.kind === 'failed' && (
        <button
          type="button"
          onClick={() => void draft.flush()}
          className="min-h-11 cursor-pointer font-semibold text-accent underline underline-offset-4"
        >
          {t('admin.editor.try_again')}
        </button>
      )}
    </div>
  );
}

const stateMessages = {
  unsaved: 'admin.editor.state.unsaved',
  saving: 'admin.editor.saving',
  saved: 'admin.editor.state.saved',
  offline: 'admin.editor.state.offline',
  conflict: 'admin.editor.state.conflict',
  'signed-out': 'admin.editor.state.signed_out',
} as const satisfies Record<Exclude<SaveState['kind'], 'untouched' | 'failed'>, MessageKey>;

function saveStateMessage(t: Translator, state: SaveState): string {
  if (state.kind === 'untouched') return '';
  if (state.kind === 'failed') return state.error || t('admin.editor.failed');
  return t(stateMessages[state.kind]);
}
