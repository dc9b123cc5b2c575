import { type Editor, findParentNodeClosestToPos } from '@tiptap/core';
import { type Command, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  CellSelection,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  tableEditing,
  toggleHeader,
} from '@tiptap/pm/tables';

export function createTablePlugins(): Plugin[] {
  return [tableEditing({ allowTableNodeSelection: true }), keepCellsOnRightClick()];
}

/** The context menu is for the selected cells. */
function keepCellsOnRightClick(): Plugin {
  return new Plugin({
    props: {
      handleDOMEvents: {
        mousedown({ state: { selection } }, event) {
          const isKept =
            event.button === 2 &&
            selection instanceof CellSelection &&
            event.target instanceof Element &&
            event.target.closest('.selectedCell') !== null;
          if (isKept) event.preventDefault();
          return isKept;
        },
      },
    },
  });
}

const run = ({ view }: Editor, command: Command) => command(view.state, view.dispatch, view);

/** After the last cell, in a new row. */
export function moveToCell(editor: Editor, direction: 1 | -1): boolean {
  if (run(editor, goToNextCell(direction))) return true;
  return direction === 1 && run(editor, addRowAfter) && run(editor, goToNextCell(1));
}

/** Deletes the table if all of its cells are selected. */
export function deleteSelectedTable(editor: Editor): boolean {
  const { selection } = editor.state;
  const isWhole =
    selection instanceof CellSelection && selection.isColSelection() && selection.isRowSelection();
  return isWhole && run(editor, deleteTable);
}

/** The caret stays in the table. */
const stayInTable =
  (command: Command): Command =>
  (state, dispatch) => {
    const table = findParentNodeClosestToPos(state.selection.$from, ({ type }) => type.name === 'table');
    return command(state, dispatch && ((tr) => dispatch(table ? moveIntoTable(tr, table.pos) : tr)));
  };

function moveIntoTable(tr: Transaction, before: number): Transaction {
  const at = tr.mapping.map(before);
  const current = findParentNodeClosestToPos(tr.selection.$from, ({ type }) => type.name === 'table');
  const table = tr.doc.nodeAt(at);
  if (!table || current?.pos === at) return tr;
  return tr.setSelection(TextSelection.near(tr.doc.resolve(at + table.nodeSize - 1), -1));
}

export const tableCommands = {
  addRowBefore,
  addRowAfter,
  addColumnBefore,
  addColumnAfter,
  toggleHeaderRow: toggleHeader('row'),
  toggleHeaderColumn: toggleHeader('column'),
  deleteRow: stayInTable(deleteRow),
  deleteColumn: stayInTable(deleteColumn),
  deleteTable,
} satisfies Record<string, Command>;

export function runTableCommand(editor: Editor, name: keyof typeof tableCommands): void {
  editor.view.focus();
  run(editor, tableCommands[name]);
}
