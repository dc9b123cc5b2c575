import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { useTranslator } from '../../../../translator.tsx';
import {
  allEditorCommands,
  type EditorCommand,
  type EditorDialogKind,
  editorCommands,
} from '../editor-commands.ts';
import { formatAriaShortcut, formatShortcut, textShortcuts } from '../shortcuts.ts';
import { useTabStop } from './use-tab-stop.ts';

export function EditorToolbar({
  editor,
  openDialog,
  children,
  ref,
}: {
  editor: Editor;
  openDialog: (kind: EditorDialogKind) => void;
  /** Bars below the toolbar. */
  children?: ReactNode;
  ref: Ref<HTMLDivElement>;
}) {
  const t = useTranslator();
  const { tabStop, setTabStop, handleArrow } = useTabStop(allEditorCommands.length);
  const states = useEditorState({
    editor,
    // One character per command: a string is cheap to compare.
    selector: ({ editor: current }) =>
      allEditorCommands.map((action) => getCommandState(action, current)).join(''),
  });
  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const isHandled = handleArrow(event, { Home: 0, End: allEditorCommands.length - 1 });
    if (!isHandled && event.key === 'Escape') editor.commands.focus();
  };
  return (
    <div className="text-bars" ref={ref}>
      <div
        role="toolbar"
        tabIndex={-1}
        aria-label={t('admin.text.toolbar')}
        className="text-toolbar"
        onKeyDown={handleKey}
      >
        {editorCommands.map((group, groupIndex) => (
          <div key={group[0]?.id} className="text-group" data-first={groupIndex === 0 || undefined}>
            {group.map((action) => {
              const index = allEditorCommands.indexOf(action);
              return (
                <ToolbarButton
                  key={action.id}
                  action={action}
                  label={t(action.label)}
                  state={states[index] ?? ' '}
                  isTabStop={index === tabStop}
                  onFocus={() => setTabStop(index)}
                  onRun={() => action.run(editor, openDialog)}
                />
              );
            })}
          </div>
        ))}
      </div>
      {children}
    </div>
  );
}

export function ToolbarButton({
  action: { Icon, isActive, label: labelKey },
  label,
  state,
  isTabStop,
  onFocus,
  onRun,
}: {
  action: EditorCommand;
  label: string;
  state: string;
  isTabStop: boolean;
  onFocus(): void;
  onRun(): void;
}) {
  const t = useTranslator();
  const keys = textShortcuts.find(({ name }) => name === labelKey)?.keys;
  const isPossible = state !== 'x';
  return (
    <button
      type="button"
      className="text-tool"
      tabIndex={isTabStop ? 0 : -1}
      aria-label={label}
      aria-pressed={isActive ? state === '1' : undefined}
      aria-disabled={!isPossible}
      aria-keyshortcuts={keys && formatAriaShortcut(keys, navigator.platform)}
      data-tip={keys ? `${label} (${formatShortcut(keys, navigator.platform, t)})` : label}
      onFocus={onFocus}
      // Keeps the caret in place.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => isPossible && onRun()}
    >
      <Icon />
    </button>
  );
}

/** `1` on, `0` off, `x` disabled, a space if the command has no state. */
export function getCommandState({ isActive, isPossible }: EditorCommand, editor: Editor): string {
  if (isPossible && !isPossible(editor)) return 'x';
  if (!isActive) return ' ';
  return isActive(editor) ? '1' : '0';
}
