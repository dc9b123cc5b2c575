import type { Editor } from '@tiptap/core';
import type { MessageKey } from '#i18n/translator.ts';
import { useTranslator } from '../../../../translator.tsx';
import { useTabStop } from '../menus/use-tab-stop.ts';
import { runTableCommand, type tableCommands } from './table-editing.ts';

const actions: { label: MessageKey; command: keyof typeof tableCommands }[] = [
  { label: 'admin.text.row_before', command: 'addRowBefore' },
  { label: 'admin.text.row_after', command: 'addRowAfter' },
  { label: 'admin.text.column_before', command: 'addColumnBefore' },
  { label: 'admin.text.column_after', command: 'addColumnAfter' },
  { label: 'admin.text.header_row', command: 'toggleHeaderRow' },
  { label: 'admin.text.header_column', command: 'toggleHeaderColumn' },
  { label: 'admin.text.remove_row', command: 'deleteRow' },
  { label: 'admin.text.remove_column', command: 'deleteColumn' },
  { label: 'admin.text.remove_table', command: 'deleteTable' },
];

export default function TableToolbar({ editor }: { editor: Editor }) {
  const t = useTranslator();
  const { tabStop, setTabStop, handleArrow } = useTabStop(actions.length);
  return (
    <div
      role="toolbar"
      tabIndex={-1}
      aria-label={t('admin.text.table')}
      className="text-table-bar"
      onKeyDown={(event) => handleArrow(event)}
    >
      {actions.map(({ label, command }, index) => (
        <button
          key={label}
          type="button"
          className="text-table-tool"
          tabIndex={index === tabStop ? 0 : -1}
          onFocus={() => setTabStop(index)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => runTableCommand(editor, command)}
        >
          {t(label)}
        </button>
      ))}
    </div>
  );
}
