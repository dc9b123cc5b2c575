import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { type KeyboardEvent, type Ref, useRef, useState } from 'react';
import type { MessageKey } from '#i18n/translator.ts';
import { useTranslator } from '../../../translator.tsx';
import {
  allEditorCommands,
  type EditorCommand,
  type EditorDialogKind,
  editorCommands,
} from './editor-commands.ts';
import { formatAriaShortcut, formatShortcut, textShortcuts } from './shortcuts.ts';

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
    selector: ({ editor: current }) => allEditorCommands.map((action) => getState(action, current)).join(''),
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
    </div>
  );
}

function ToolbarButton({
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
    ArrowRight: (tabStop + 1) % allEditorCommands.length,
    ArrowLeft: (tabStop - 1 + allEditorCommands.length) % allEditorCommands.length,
    Home: 0,
    End: allEditorCommands.length - 1,
  };
  return steps[key] ?? null;
}

interface TableAction {
  label: MessageKey;
  run(editor: Editor): boolean;
}

const tableActions = [
  { label: 'admin.text.row_before', run: (editor) => editor.chain().focus().addRowBefore().run() },
  { label: 'admin.text.row_after', run: (editor) => editor.chain().focus().addRowAfter().run() },
  { label: 'admin.text.column_before', run: (editor) => editor.chain().focus().addColumnBefore().run() },
  { label: 'admin.text.column_after', run: (editor) => editor.chain().focus().addColumnAfter().run() },
  { label: 'admin.text.header_row', run: (editor) => editor.chain().focus().toggleHeaderRow().run() },
  { label: 'admin.text.header_column', run: (editor) => editor.chain().focus().toggleHeaderColumn().run() },
  { label: 'admin.text.remove_row', run: (editor) => editor.chain().focus().deleteRow().run() },
  { label: 'admin.text.remove_column', run: (editor) => editor.chain().focus().deleteColumn().run() },
  { label: 'admin.text.remove_table', run: (editor) => editor.chain().focus().deleteTable().run() },
] satisfies TableAction[];

export function TableToolbar({ editor }: { editor: Editor }) {
  const t = useTranslator();
  const [tabStop, setTabStop] = useState(0);
  const isInTable = useEditorState({ editor, selector: ({ editor: current }) => current.isActive('table') });
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = (tabStop + step + tableActions.length) % tableActions.length;
    setTabStop(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  if (!isInTable) return null;
  return (
    <div
      role="toolbar"
      tabIndex={-1}
      aria-label={t('admin.text.table')}
      className="text-table-bar"
      onKeyDown={move}
    >
      {tableActions.map(({ label, run }, index) => (
        <button
          key={label}
          type="button"
          className="text-table-tool"
          tabIndex={index === tabStop ? 0 : -1}
          onFocus={() => setTabStop(index)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(editor)}
        >
          {t(label)}
        </button>
      ))}
    </div>
  );
}
