import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { type KeyboardEvent, type Ref, useRef, useState } from 'react';
import { useTranslator } from '../../../translator.tsx';
import { type EditorCommand, type EditorDialogKind, editorCommands } from './editor-commands.ts';
import { ariaKeyShortcuts, formatShortcut } from './shortcuts.ts';

const all: EditorCommand[] = editorCommands.flat();

/** One tab stop; arrow keys, Home and End move within it. */
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
  const [stop, setStop] = useState(0);
  const states = useEditorState({
    editor,
    // One character per command: a string is cheap to compare.
    selector: ({ editor: now }) => all.map((action) => getState(action, now)).join(''),
  });
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = nextStop(event.key, stop);
    if (next === null) {
      if (event.key === 'Escape') editor.commands.focus();
      return;
    }
    event.preventDefault();
    setStop(next);
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
        {editorCommands.map((group, index) => (
          <div key={group[0]?.id} className="text-group" data-first={index === 0 || undefined}>
            {group.map((action: EditorCommand) => {
              const at = all.indexOf(action);
              const label = t(action.label);
              return (
                <ToolbarButton
                  key={action.id}
                  action={action}
                  label={label}
                  state={states[at] ?? ' '}
                  isStop={at === stop}
                  onFocus={() => setStop(at)}
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
  isStop,
  onFocus,
  onRun,
}: {
  action: EditorCommand;
  label: string;
  state: string;
  isStop: boolean;
  onFocus(): void;
  onRun(): void;
}) {
  const isPossible = state !== 'x';
  return (
    <button
      type="button"
      className="text-tool"
      tabIndex={isStop ? 0 : -1}
      aria-label={label}
      aria-pressed={isActive ? state === '1' : undefined}
      aria-disabled={!isPossible}
      aria-keyshortcuts={keys && ariaKeyShortcuts(keys, navigator.platform)}
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

function nextStop(key: string, stop: number): number | null {
  const steps: Record<string, number> = {
    ArrowRight: (stop + 1) % all.length,
    ArrowLeft: (stop - 1 + all.length) % all.length,
    Home: 0,
    End: all.length - 1,
  };
  return steps[key] ?? null;
}
