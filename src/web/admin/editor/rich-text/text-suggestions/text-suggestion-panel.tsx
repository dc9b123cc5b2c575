import type { Editor } from '@tiptap/core';
import { Fragment } from '@tiptap/pm/model';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { type TextAction, textActions } from '#ai/text-contract.ts';
import { type Locale, localeTags } from '#i18n/locales.ts';
import type { MessageKey } from '#i18n/translator.ts';
import { useTranslator } from '../../../../translator.tsx';
import { Button } from '../../../../ui/button.tsx';
import { ChargeNote } from '../../suggestions/charge-note.tsx';
import type { EditorDialogProps } from '../editor-commands.ts';
import { formatAriaShortcut, formatShortcut } from '../shortcuts.ts';
import { CopySuggestion } from './copy-suggestion.tsx';
import { LinkSuggestions } from './link-suggestions.tsx';
import { PanelFrame } from './panel-frame.tsx';
import { canBecomeList } from './replace-lines.ts';
import { diffLines, losesFormatting, SuggestionDiff } from './suggestion-diff.tsx';
import { findTrackedRange } from './tracked-range.ts';
import { type SuggestionState, toPlainText, useTextSuggestion } from './use-text-suggestion.ts';

const actionMessages: Record<TextAction, MessageKey> = {
  rewrite: 'admin.ai.rewrite',
  shorten: 'admin.ai.shorten',
  continue: 'admin.ai.continue',
  fix: 'admin.ai.fix',
  list: 'admin.ai.list',
};

const acceptKeys = 'Mod+Enter';

/** Next to the selected text, which stays editable. Escape discards the suggestion. */
export default function TextSuggestionPanel(props: EditorDialogProps) {
  const { editor, locale, hasModel, onClose } = props;
  const t = useTranslator();
  const suggestion = useTextSuggestion(editor, props);
  const { state, run, cancel, accept } = suggestion;
  const [isLinking, setLinking] = useState(false);
  if (isLinking)
    return <LinkSuggestions editor={editor} locale={locale} postId={props.postId} onClose={onClose} />;
  return (
    <PanelFrame
      title={state.kind === 'menu' ? t('admin.text.ai') : t(actionMessages[state.action])}
      status={
        state.kind === 'running'
          ? t('admin.suggestions.busy')
          : state.kind === 'ready'
            ? t('admin.ai.ready')
            : null
      }
      editor={editor}
      step={state.kind}
      onAccept={accept}
      onClose={onClose}
    >
      {state.kind === 'menu' && (
        <ActionMenu
          editor={editor}
          hasModel={hasModel}
          hasText={suggestion.selected.length > 0}
          onRun={(action) => void run(action)}
          onLink={() => setLinking(true)}
        />
      )}
      {state.kind === 'running' && (
        <>
          <p className="mt-2 min-h-12 leading-relaxed whitespace-pre-wrap text-muted">
            {state.streamed === '' ? (
              t('admin.suggestions.busy')
            ) : (
              <span lang={localeTags[locale]}>{state.streamed}</span>
            )}
          </p>
          <div className="mt-3 flex justify-end">
            <Button variant="quiet" data-autofocus onClick={cancel}>
              {t('admin.suggestions.cancel')}
            </Button>
          </div>
        </>
      )}
      {state.kind === 'ready' && (
        <ReadySuggestion suggestion={suggestion} state={state} locale={locale} onClose={onClose} />
      )}
      {state.kind === 'failed' && (
        <>
          <p role="alert" className="mt-2 font-semibold text-accent-strong">
            {state.error}
          </p>
          {state.partial !== '' && (
            <>
              <p className="mt-2 text-sm text-muted">{t('admin.ai.partial')}</p>
              <p lang={localeTags[locale]} className="whitespace-pre-wrap">
                {state.partial}
              </p>
              <CopySuggestion text={state.partial} />
            </>
          )}
          <ChargeNote charge={state.charge} />
          <div className="mt-3 flex flex-wrap justify-end gap-2">
            <Button variant="quiet" onClick={onClose}>
              {t('admin.suggestions.dismiss')}
            </Button>
            <Button data-autofocus onClick={() => void run(state.action)}>
              {t('admin.text.retry')}
            </Button>
          </div>
        </>
      )}
    </PanelFrame>
  );
}

const menuItemClass =
  'flex min-h-11 w-full cursor-pointer items-center rounded-xl px-3 text-start hover:bg-sunken aria-disabled:cursor-default aria-disabled:text-muted';

function ActionMenu({
  editor,
  hasModel,
  hasText,
  onRun,
  onLink,
}: {
  editor: Editor;
  hasModel: boolean;
  hasText: boolean;
  onRun(action: TextAction): void;
  onLink(): void;
}) {
  const t = useTranslator();
  const id = useId();
  const range = findTrackedRange(editor.state) ?? editor.state.selection;
  const mayList = hasText && canBecomeList(editor.state, range);
  const actions = textActions.filter((action) => hasModel || action === 'list');
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')];
    const index = items.indexOf(document.activeElement as HTMLElement);
    items.at((index + step + items.length) % items.length)?.focus();
  };
  if (!hasText) return <p className="mt-2 text-muted">{t('admin.ai.nothing')}</p>;
  return (
    <>
      <div role="menu" tabIndex={-1} aria-label={t('admin.text.ai')} className="mt-1 -mx-2" onKeyDown={move}>
        {actions.map((action, index) => {
          const isPossible = action !== 'list' || mayList;
          return (
            <button
              key={action}
              type="button"
              role="menuitem"
              data-autofocus={index === 0 || undefined}
              aria-disabled={!isPossible}
              aria-describedby={isPossible ? undefined : `${id}-list`}
              onClick={() => isPossible && onRun(action)}
              className={menuItemClass}
            >
              {t(actionMessages[action])}
            </button>
          );
        })}
        <button type="button" role="menuitem" onClick={onLink} className={menuItemClass}>
          {t('admin.ai.links')}
        </button>
      </div>
      {!mayList && (
        <p id={`${id}-list`} className="mt-1 text-sm text-pretty text-muted">
          {t('admin.ai.not_list')}
        </p>
      )}
      {!hasModel && <p className="mt-1 text-sm text-pretty text-muted">{t('admin.ai.no_model')}</p>}
    </>
  );
}

function ReadySuggestion({
  suggestion: { isChanged, selected, canReplace, accept },
  state: { action, lines, charge },
  locale,
  onClose,
}: {
  suggestion: ReturnType<typeof useTextSuggestion>;
  state: Extract<SuggestionState, { kind: 'ready' }>;
  locale: Locale;
  onClose(): void;
}) {
  const t = useTranslator();
  const runs = useMemo(() => {
    const before = action === 'continue' ? [] : selected.map(({ content }) => content);
    return diffLines(before.length > 0 ? before : [Fragment.empty], lines, {
      locale,
      bullets: action === 'list',
    });
  }, [action, selected, lines, locale]);
  const isSame = runs.every(({ kind }) => kind === 'same');
  const note = isChanged
    ? t('admin.ai.changed')
    : isSame
      ? t('admin.ai.same')
      : canReplace
        ? null
        : t('admin.ai.unplaceable');
  const canAccept = canReplace && !isSame;
  return (
    <>
      {note && <p className="mt-2 text-sm font-semibold text-pretty">{note}</p>}
      <div className="mt-2">
        <SuggestionDiff runs={runs} locale={locale} />
      </div>
      {losesFormatting(selected, lines, action) && (
        <p className="mt-2 text-sm font-semibold text-pretty">{t('admin.ai.format_lost')}</p>
      )}
      <ChargeNote charge={charge} />
      {!canReplace && <CopySuggestion text={toPlainText(lines)} />}
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        <Button variant="quiet" data-autofocus={!canAccept || undefined} onClick={onClose}>
          {t('admin.suggestions.dismiss')}
        </Button>
        {canAccept && (
          <Button
            data-autofocus
            aria-keyshortcuts={formatAriaShortcut(acceptKeys, navigator.platform)}
            onClick={accept}
          >
            {t('admin.suggestions.apply')}
            <span aria-hidden="true" className="text-sm font-normal pointer-coarse:hidden">
              {formatShortcut(acceptKeys, navigator.platform, t)}
            </span>
          </Button>
        )}
      </div>
    </>
  );
}
