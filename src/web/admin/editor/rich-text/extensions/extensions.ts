import { Extension, type Extensions, Mark } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { Placeholder } from '@tiptap/extensions';
import StarterKit from '@tiptap/starter-kit';
import { Figure } from './figure.ts';
import { ImagePaste } from './image-paste.ts';
import type { ImageUploads } from './image-uploads.ts';
import { normalizeLinkUrl } from './link-url.ts';
import { PendingImage } from './pending-image.ts';
import type { RichTextMessages } from './rich-text-messages.ts';
import { tableNodes } from './table-nodes.ts';
import { BlockLanguage, InlineLanguage, Subscript, Superscript } from './text-marks.ts';

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
        isAllowedUri: (url) => normalizeLinkUrl(url) !== null,
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
