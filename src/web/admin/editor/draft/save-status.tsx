import type { ReactNode } from 'react';
import type { Translator } from '#i18n/translator.ts';
import { useTranslator } from '../../../translator.tsx';
import type { SaveState } from './draft-types.ts';
import type { Draft } from './use-draft.ts';

/** Always visible, but announced only for errors: the state changes with every pause in typing. */
export function SaveStatus({ draft }: { draft: Draft }) {
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
        <TryAgain onClick={() => void draft.flush()}>{t('admin.editor.try_again')}</TryAgain>
      )}
    </div>
  );
}

function TryAgain({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-11 cursor-pointer font-semibold text-accent underline underline-offset-4"
    >
      {children}
    </button>
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
