import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';

/** Without widths and alignments: readers' tables have none, and styles in the markup would be refused. */
const spans = () => ({ colspan: { default: 1 }, rowspan: { default: 1 }, colwidth: { default: null } });

export const tableNodes = [
  Table.extend({
    addAttributes: () => ({
      caption: {
        default: null,
        parseHTML: (element: HTMLElement) => element.querySelector(':scope > caption')?.textContent ?? null,
        renderHTML: () => ({}),
      },
    }),
    renderHTML({ node }) {
      const caption = node.attrs.caption
        ? [['caption', { contenteditable: 'false' }, node.attrs.caption]]
        : [];
      return ['table', ...caption, ['tbody', 0]];
    },
    parseHTML: () => [{ tag: 'caption', ignore: true }, { tag: 'table' }],
  }).configure({ resizable: false, allowTableNodeSelection: true }),
  TableRow,
  TableCell.extend({ addAttributes: spans }),
  TableHeader.extend({
    addAttributes: spans,
    parseHTML() {
      return [{ tag: 'thead td', priority: 60 }, ...(this.parent?.() ?? [])];
    },
  }),
];
