import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';

/** No widths or alignments: published tables have none, and inline styles would be rejected. */
const spanAttributes = () => ({
  colspan: { default: 1 },
  rowspan: { default: 1 },
  colwidth: { default: null },
});

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
  TableCell.extend({ addAttributes: spanAttributes }),
  TableHeader.extend({
    addAttributes: spanAttributes,
    parseHTML() {
      return [{ tag: 'thead td', priority: 60 }, ...(this.parent?.() ?? [])];
    },
  }),
];
