import Eye from 'lucide-react/icons/eye';
import Pencil from 'lucide-react/icons/pencil';
import type { Ref } from 'react';
import type { Translator } from '#i18n/translator.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { useBottomBarHeight } from '../../ui/use-bottom-bar-height.ts';
import type { SaveState } from './draft/draft-types.ts';
import type { Draft } from './draft/use-draft.ts';
import type { EditorContext } from './editor-context.ts';
import type { PendingAction } from './use-post-actions.ts';

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
  const isOff = busy !== null;
  const sharedProps = { disabled: isOff || !data.mayEdit, className: compactClass };
  return (
    <section
      ref={bar}
      aria-label={t('admin.editor.actions')}
      className="border-line bg-surface p-3 max-lg:tall:fixed max-lg:tall:inset-x-0 max-lg:tall:bottom-0 max-lg:z-30 max-lg:border-t lg:rounded-3xl lg:border lg:p-5"
    >
      <SaveStatus draft={draft} />
      <div className={`grid grid-cols-2 gap-2 sm:grid-cols-4 ${isPreview ? '' : 'lg:grid-cols-1'}`}>
        <Button variant="quiet" className={compactClass} disabled={isOff} onClick={onPreview}>
          <Icon aria-hidden="true" className="size-4 shrink-0" />
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

const compactClass = 'min-h-11 px-3 py-2 text-sm disabled:cursor-not-allowed disabled:opacity-60';

/** Always visible, but announced only for errors: the state changes with every pause in typing. */
function SaveStatus({ draft }: { draft: Draft }) {
  const t = useTranslator();
  const { state } = draft;
  // A post without changes since it was opened matches the server.
  const isSaved = state.kind === 'saved' || (state.kind === 'untouched' && draft.document !== null);
  const text = isSaved ? t('admin.editor.state.saved') : saveStateMessage(t, state);
  const isError = ['offline', 'failed', 'conflict', 'signed-out'].includes(state.kind);
  return (
    <div
      data-save-state={state.kind}
      className={`text-sm text-pretty lg:mb-2 lg:min-h-5 ${text === '' ? '' : 'mb-2'}`}
    >
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

function saveStateMessage(t: Translator, state: SaveState): string {
  switch (state.kind) {
    case 'untouched':
      return '';
    case 'unsaved':
      return t('admin.editor.state.unsaved');
    case 'saving':
      return t('admin.editor.saving');
    case 'saved':
      return t('admin.editor.state.saved');
    case 'offline':
      return t('admin.editor.state.offline');
    case 'failed':
      return state.error || t('admin.editor.failed');
    case 'conflict':
      return t('admin.editor.state.conflict');
    case 'signed-out':
      return t('admin.editor.state.signed_out');
  }
}
