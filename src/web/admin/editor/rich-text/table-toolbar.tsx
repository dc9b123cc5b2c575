import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { type KeyboardEvent, useState } from 'react';
import type { MessageKey } from '#i18n/translator.ts';
import { useTranslator } from '../../../translator.tsx';

interface TableAction {
  label: MessageKey;
  run(editor: Editor): boolean;
}

const actions = [
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
    const next = (tabStop + step + actions.length) % actions.length;
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
      {actions.map(({ label, run }, index) => (
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
