import { Extension, type Extensions, Mark } from '@tiptap/core';
import { Placeholder } from '@tiptap/extensions';
import StarterKit from '@tiptap/starter-kit';
import { elementsByEditorType } from '#content/elements.ts';
import { sanitizeUrl } from '#content/link-url.ts';
import type { Translator } from '#i18n/translator.ts';
import { allEditorCommands, type EditorDialogKind, menuCommands } from '../editor-commands.ts';
import { tableNodes } from '../table/table-nodes.ts';
import { blockFigureNodes } from './block-figure.ts';
import { createCardNode } from './cards/card-node.ts';
import { linkCards } from './cards/link-cards.ts';
import { threadsPostCard } from './cards/threads-post.ts';
import { descriptionListNodes } from './description-list.ts';
import { Figure, Gallery, InlineImage } from './images/figure.ts';
import { ImagePaste } from './images/image-paste.ts';
import type { ImageUploads } from './images/image-uploads.ts';
import { PendingImage } from './images/pending-image.ts';
import { semanticMarks } from './semantic-marks.ts';
import { withTypingRules } from './typing-rules.ts';

// Code can also be a link or bold, and links don't grow when the user types at their end.
const CustomStarterKit = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map(withTypingRules).map((extension) => {
      // Other texts have items that begin with a list, a heading or an image.
      if (extension.name === 'listItem') return extension.extend({ content: 'block+' });
      if (!(extension instanceof Mark)) return extension;
      if (extension.name === 'code') return extension.extend({ excludes: '' });
      return extension.name === 'link' ? extension.extend({ inclusive: false }) : extension;
    });
  },
});

const languageAttributes = { lang: { default: null }, dir: { default: null } };

const BlockAttributes = Extension.create({
  name: 'blockAttributes',
  addGlobalAttributes: () => [
    { types: [...elementsByEditorType.keys()], attributes: languageAttributes },
    {
      types: ['heading'],
      attributes: {
        // In-page links need it. As `id`, it could be one of the admin page.
        id: {
          default: null,
          parseHTML: (element) => element.dataset.id ?? element.getAttribute('id'),
          renderHTML: ({ id }) => (id === null ? {} : { 'data-id': id }),
        },
      },
    },
  ],
});

interface TextOptions {
  t: Translator;
  jobs: ImageUploads;
  openDialog(kind: EditorDialogKind): void;
  focusToolbar(): void;
  /** Says that code could not be loaded. */
  showPartFailed(): void;
}

/** Allows only elements that the server stores. */
export function richTextExtensions({
  t,
  jobs,
  openDialog,
  focusToolbar,
  showPartFailed,
}: TextOptions): Extensions {
  return [
    CustomStarterKit.configure({
      heading: { levels: [1, 2, 3, 4] },
      undoRedo: { depth: 100, newGroupDelay: 500 },
      // Text after the notes would move before them.
      trailingNode: { notAfter: ['paragraph', 'footnotes'] },
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
    ...semanticMarks,
    BlockAttributes,
    ...[...menuCommands, ...allEditorCommands].flatMap(({ nodes }) => nodes?.(t) ?? []),
    ...descriptionListNodes,
    InlineImage,
    Figure.configure({ t, suggestAlt: () => openDialog('alt') }),
    Gallery,
    ...blockFigureNodes,
    createCardNode(threadsPostCard, t),
    ...linkCards.map((card) => createCardNode(card, t)),
    PendingImage.configure({ t, jobs }),
    ...tableNodes(showPartFailed),
    ImagePaste.configure({ jobs }),
    Placeholder.configure({ placeholder: t('admin.text.placeholder'), showOnlyCurrent: true }),
    createKeymap(openDialog, focusToolbar),
  ];
}

function createKeymap(openDialog: TextOptions['openDialog'], focusToolbar: () => void) {
  const open = (kind: EditorDialogKind) => () => {
    openDialog(kind);
    return true;
  };
  return Extension.create({
    name: 'textKeys',
    addKeyboardShortcuts: () => ({
      'Mod-k': open('link'),
      'Mod-f': open('find'),
      'Mod-j': open('ai'),
      'Alt-F10': () => {
        focusToolbar();
        return true;
      },
    }),
  });
}
