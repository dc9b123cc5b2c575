import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { type KeyboardEvent, type Ref, useRef, useState } from 'react';
import { useTranslator } from '../../../translator.tsx';
import { type EditorCommand, type EditorDialogKind, editorCommands } from './editor-commands.ts';
import { formatAriaShortcut, formatShortcut } from './shortcuts.ts';

const allCommands: EditorCommand[] = editorCommands.flat();

export function EditorToolbar({
  editor,
  openDialog,
  ref,
}: {
  editor: Editor;
  openDialog: (kind: EditorDialogKind) => void;
  ref: Ref<HTMLDivElement>;
}) {
  const t = useTranslator();
  const toolbar = useRef<HTMLDivElement>(null);
  const [tabStop, setTabStop] = useState(0);
  const states = useEditorState({
    editor,
    // One character per command: a string is cheap to compare.
    selector: ({ editor: current }) => allCommands.map((action) => getState(action, current)).join(''),
  });
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = getNextTabStop(event.key, tabStop);
    if (next === null) {
      if (event.key === 'Escape') editor.commands.focus();
      return;
    }
    event.preventDefault();
    setTabStop(next);
    toolbar.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div className="text-bars" ref={ref}>
      <div
        ref={toolbar}
        role="toolbar"
        tabIndex={-1}
        aria-label={t('admin.text.toolbar')}
        className="text-toolbar"
        onKeyDown={move}
      >
        {editorCommands.map((group, groupIndex) => (
          <div key={group[0]?.id} className="text-group" data-first={groupIndex === 0 || undefined}>
            {group.map((action: EditorCommand) => {
              const index = allCommands.indexOf(action);
              const label = t(action.label);
              return (
                <ToolbarButton
                  key={action.id}
                  action={action}
                  label={label}
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
    </div>
  );
}

function ToolbarButton({
  action: { keys, Icon, isActive },
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
      data-tip={keys ? `${label} (${formatShortcut(keys, navigator.platform)})` : label}
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
function getState({ isActive, isPossible }: EditorCommand, editor: Editor): string {
  if (isPossible && !isPossible(editor)) return 'x';
  if (!isActive) return ' ';
  return isActive(editor) ? '1' : '0';
}

function getNextTabStop(key: string, tabStop: number): number | null {
  const steps: Record<string, number> = {
    ArrowRight: (tabStop + 1) % allCommands.length,
    ArrowLeft: (tabStop - 1 + allCommands.length) % allCommands.length,
    Home: 0,
    End: allCommands.length - 1,
  };
  return steps[key] ?? null;
}
