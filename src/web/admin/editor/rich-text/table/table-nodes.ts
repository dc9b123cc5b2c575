import { type Command, Node } from '@tiptap/core';
import type { Fragment, NodeType, TagParseRule } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import { createDomElement } from '../extensions/node-view.ts';
import { createTableLoader, findTableEditing } from './lazy-table-editing.ts';

/** What prosemirror-tables calls these nodes. */
const roles: Record<string, string> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHeader: 'header_cell',
};

const Table = Node.create<{ onFailure(): void }>({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  addOptions: () => ({ onFailure: () => undefined }),
  extendNodeSchema: ({ name }) => ({ tableRole: roles[name] }),
  addAttributes: () => ({
    caption: {
      default: null,
      parseHTML: (element: HTMLElement) => element.querySelector(':scope > caption')?.textContent ?? null,
      renderHTML: () => ({}),
    },
  }),
  parseHTML: () => [{ tag: 'caption', ignore: true }, { tag: 'table' }],
  renderHTML({ node }) {
    const caption = node.attrs.caption ? [['caption', { contenteditable: 'false' }, node.attrs.caption]] : [];
    return ['table', ...caption, ['tbody', 0]];
  },
  addNodeView() {
    return ({ HTMLAttributes }) => {
      const dom = createDomElement('div', { class: 'tableWrapper' });
      const attributes = Object.entries(HTMLAttributes).filter(([, value]) => value != null);
      const table = createDomElement('table', Object.fromEntries(attributes));
      const contentDOM = createDomElement('tbody');
      table.append(contentDOM);
      dom.append(table);
      return {
        dom,
        contentDOM,
        ignoreMutation: ({ type, target }) => type !== 'selection' && !contentDOM.contains(target),
      };
    };
  },
  addKeyboardShortcuts() {
    const move = (direction: 1 | -1) => findTableEditing()?.moveToCell(this.editor, direction) ?? false;
    const remove = () => findTableEditing()?.deleteSelectedTable(this.editor) ?? false;
    return {
      Tab: () => move(1),
      'Shift-Tab': () => move(-1),
      Backspace: remove,
      'Mod-Backspace': remove,
      Delete: remove,
      'Mod-Delete': remove,
    };
  },
  addProseMirrorPlugins() {
    return [createTableLoader(this.editor, this.options.onFailure)];
  },
});

/** Where a row was stored, if that does not follow from its cells. In the editor, all rows are in one `tbody`. */
export interface TableSection {
  name: 'thead' | 'tbody' | 'tfoot';
  /** Its place in the table. */
  index: number;
  lang: string | null;
  dir: string | null;
  /** A head without header cells. */
  isPlain: boolean;
}

const isEmpty = ({ children, textContent }: Element) => children.length === 0 && textContent.trim() === '';

/** The server stores an empty header cell as `td`, such as the corner of a table. */
const isHeadCell = (cell: Element) =>
  cell.localName === 'th' || (cell.parentElement?.parentElement?.localName === 'thead' && isEmpty(cell));

const isHeadRow = ({ children: cells }: Element) => [...cells].every(isHeadCell);

function parseSection(row: HTMLElement): TableSection | null {
  const section = row.closest('thead, tbody, tfoot');
  const sections = [...(section?.parentElement?.children ?? [])];
  if (!section) return null;
  const name = section.localName as TableSection['name'];
  const [lang, dir] = [section.getAttribute('lang'), section.getAttribute('dir')];
  const isFirst = sections.find(({ localName }) => localName === name) === section;
  const headRows = [...section.children].map(isHeadRow);
  const isUsual =
    isFirst && (name === 'thead' ? !headRows.includes(false) : name === 'tbody' && !headRows[0]);
  if (isUsual && lang === null && dir === null) return null;
  return {
    name,
    index: sections.indexOf(section),
    lang,
    dir,
    isPlain: ![...row.children].some(isHeadCell),
  };
}

/** Null if the scope follows from the row. */
function parseScope(cell: HTMLElement): string | null {
  const row = cell.parentElement;
  const usual = row && (row.parentElement?.localName === 'thead' || isHeadRow(row)) ? 'col' : 'row';
  const scope = cell.getAttribute('scope');
  return scope === usual ? null : scope;
}

const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  addAttributes: () => ({ section: { default: null, parseHTML: parseSection, rendered: false } }),
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: ({ HTMLAttributes }) => ['tr', HTMLAttributes, 0],
});

/** No widths or alignments: published tables have none, and inline styles would be rejected. */
const cellAttributes = () => {
  const span = { default: 1 };
  const renderSpan = (name: string) => (attributes: Record<string, unknown>) =>
    attributes[name] === 1 ? {} : { [name]: attributes[name] };
  return {
    colspan: { ...span, renderHTML: renderSpan('colspan') },
    rowspan: { ...span, renderHTML: renderSpan('rowspan') },
    colwidth: { default: null },
  };
};

/** An empty cell has an empty line. */
const emptyCellRule = (type: string, isCell: (element: HTMLElement) => boolean): TagParseRule => ({
  tag: 'td, th',
  priority: 60,
  getAttrs: (element) => (isEmpty(element) && isCell(element) ? {} : false),
  getContent: (_node, schema) => fillCell(schema.nodes[type]),
});

const fillCell = (type: NodeType | undefined) => type?.createAndFill()?.content as Fragment;

const TableCell = Node.create({
  name: 'tableCell',
  content: 'block+',
  isolating: true,
  addAttributes: cellAttributes,
  parseHTML: () => [emptyCellRule('tableCell', (element) => !isHeadCell(element)), { tag: 'td' }],
  renderHTML: ({ HTMLAttributes }) => ['td', HTMLAttributes, 0],
});

const TableHeader = Node.create({
  name: 'tableHeader',
  content: 'block+',
  isolating: true,
  addAttributes: () => ({
    ...cellAttributes(),
    scope: { default: null, parseHTML: parseScope, rendered: false },
  }),
  parseHTML: () => [emptyCellRule('tableHeader', isHeadCell), { tag: 'th' }],
  renderHTML: ({ HTMLAttributes }) => ['th', HTMLAttributes, 0],
});

/** Three by three cells, with a header row. */
export const insertTable: Command = ({ tr, state: { schema } }) => {
  const createRow = (cell: string) => ({
    type: 'tableRow',
    content: Array.from({ length: 3 }, () => ({ type: cell, content: [{ type: 'paragraph' }] })),
  });
  const content = ['tableHeader', 'tableCell', 'tableCell'].map(createRow);
  const start = tr.selection.from + 1;
  tr.replaceSelectionWith(schema.nodeFromJSON({ type: 'table', content })).scrollIntoView();
  tr.setSelection(TextSelection.near(tr.doc.resolve(start)));
  return true;
};

export const tableNodes = (onFailure: () => void) => [
  Table.configure({ onFailure }),
  TableRow,
  TableCell,
  TableHeader,
];
