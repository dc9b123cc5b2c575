import { Extension, Mark } from '@tiptap/core';

const blocks = [
  'paragraph',
  'heading',
  'blockquote',
  'bulletList',
  'orderedList',
  'listItem',
  'figure',
  'table',
  'tableRow',
  'tableCell',
  'tableHeader',
];

export const BlockLanguage = Extension.create({
  name: 'blockLanguage',
  addGlobalAttributes: () => [
    { types: blocks, attributes: { lang: { default: null }, dir: { default: null } } },
  ],
});

export const InlineLanguage = Mark.create({
  name: 'language',
  priority: 900,
  addAttributes: () => ({ lang: { default: null }, dir: { default: null } }),
  parseHTML: () => [{ tag: 'span[lang]' }, { tag: 'span[dir]' }],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
});

export const Subscript = Mark.create({
  name: 'subscript',
  excludes: 'superscript',
  parseHTML: () => [{ tag: 'sub' }],
  renderHTML: () => ['sub', 0],
});

export const Superscript = Mark.create({
  name: 'superscript',
  excludes: 'subscript',
  parseHTML: () => [{ tag: 'sup' }],
  renderHTML: () => ['sup', 0],
});
