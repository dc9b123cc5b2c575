import { Extension, type Extensions, Mark } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { Placeholder } from '@tiptap/extensions';
import StarterKit from '@tiptap/starter-kit';
import { sanitizeUrl } from '#blog/link-url.ts';
import { Figure } from './figure.ts';
import { ImagePaste } from './image-paste.ts';
import type { ImageUploads } from './image-uploads.ts';
import { PendingImage } from './pending-image.ts';
import type { RichTextMessages } from './rich-text-messages.ts';

// Code can also be a link or bold, and links don't grow when the user types at their end.
const CustomStarterKit = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map((extension) => {
      if (!(extension instanceof Mark)) return extension;
      if (extension.name === 'code') return extension.extend({ excludes: '' });
      return extension.name === 'link' ? extension.extend({ inclusive: false }) : extension;
    });
  },
});

const blocksWithLanguage = [
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

const BlockLanguage = Extension.create({
  name: 'blockLanguage',
  addGlobalAttributes: () => [
    { types: blocksWithLanguage, attributes: { lang: { default: null }, dir: { default: null } } },
  ],
});

const InlineLanguage = Mark.create({
  name: 'language',
  priority: 900,
  addAttributes: () => ({ lang: { default: null }, dir: { default: null } }),
  parseHTML: () => [{ tag: 'span[lang]' }, { tag: 'span[dir]' }],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
});

const Subscript = Mark.create({
  name: 'subscript',
  excludes: 'superscript',
  parseHTML: () => [{ tag: 'sub' }],
  renderHTML: () => ['sub', 0],
});

const Superscript = Mark.create({
  name: 'superscript',
  excludes: 'subscript',
  parseHTML: () => [{ tag: 'sup' }],
  renderHTML: () => ['sup', 0],
});

/** No widths or alignments: published tables have none, and inline styles would be rejected. */
const spanAttributes = () => ({
  colspan: { default: 1 },
  rowspan: { default: 1 },
  colwidth: { default: null },
});

const tableNodes = [
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

interface TextOptions {
  messages: RichTextMessages;
  placeholder: string;
  jobs: ImageUploads;
}

/** Allows only elements that the server stores. Without options, the schema can only parse. */
export function richTextExtensions(options: TextOptions | null = null): Extensions {
  const { messages = null, jobs = null, placeholder = '' } = options ?? {};
  return [
    CustomStarterKit.configure({
      heading: { levels: [1, 2, 3, 4] },
      undoRedo: { depth: 100, newGroupDelay: 500 },
      dropcursor: { width: 3, color: false, class: 'text-drop' },
      link: {
        openOnClick: false,
        defaultProtocol: 'http',
        isAllowedUri: (url) => sanitizeUrl(url) !== null,
        // File names and versions look like hosts, so only explicit URLs are auto-linked.
        shouldAutoLink: (url) => /^(?:https?:\/\/|www\.)/i.test(url),
        HTMLAttributes: { target: null, rel: null, class: null },
      },
    }),
    Subscript,
    Superscript,
    InlineLanguage,
    BlockLanguage,
    // Imported posts have inline images.
    Image.extend({ addInputRules: () => [] }).configure({ inline: true, allowBase64: true }),
    Figure.configure({ messages }),
    PendingImage.configure({ messages, jobs }),
    ...tableNodes,
    ImagePaste.configure({ jobs }),
    Placeholder.configure({ placeholder, showOnlyCurrent: true }),
  ];
}

export const EditorKeymap = Extension.create<{ openLinkDialog(): void; focusToolbar(): void }>({
  name: 'textKeys',
  addOptions: () => ({ openLinkDialog: () => undefined, focusToolbar: () => undefined }),
  addKeyboardShortcuts() {
    const { openLinkDialog, focusToolbar } = this.options;
    return {
      'Mod-k': () => {
        openLinkDialog();
        return true;
      },
      'Alt-F10': () => {
        focusToolbar();
        return true;
      },
    };
  },
});
