import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { loadCode } from '../../../../browser/load-code.ts';

let editing: typeof import('./table-editing.ts') | null = null;

/** null until a text with a table has loaded it. */
export const findTableEditing = () => editing;

/** Returns whether that worked. */
export async function loadTableEditing(): Promise<boolean> {
  editing ??= await loadCode(import('./table-editing.ts'));
  return editing !== null;
}

const key = new PluginKey('tableLoader');

/** Loads the selection of cells and the keys of tables once the text has a table. Without them, tables are only text. */
export function createTableLoader(editor: Editor, onFailure: () => void): Plugin {
  let isRequested = false;
  const load = async () => {
    isRequested = true;
    const isLoaded = await loadTableEditing();
    if (!isLoaded) onFailure();
    if (!editing || editor.isDestroyed) return;
    for (const plugin of editing.createTablePlugins()) editor.registerPlugin(plugin, placeAfterLoader);
  };
  const check = (doc: Node) => {
    if (!isRequested && hasTable(doc)) void load();
  };
  return new Plugin({
    key,
    view(view) {
      check(view.state.doc);
      return {
        update: ({ state }, before) => {
          if (state.doc !== before.doc) check(state.doc);
        },
      };
    },
  });
}

/** The menus of the editor see a key before the table does. */
function placeAfterLoader(plugin: Plugin, plugins: Plugin[]): Plugin[] {
  const index = plugins.findIndex(({ spec }) => spec.key === key) + 1;
  return [...plugins.slice(0, index), plugin, ...plugins.slice(index)];
}

/** Blocks that were already searched. */
const withoutTable = new WeakSet<Node>();

function hasTable(node: Node): boolean {
  if (node.type.name === 'table') return true;
  if (node.isTextblock || node.isLeaf || withoutTable.has(node)) return false;
  const found = node.children.some(hasTable);
  if (!found) withoutTable.add(node);
  return found;
}
