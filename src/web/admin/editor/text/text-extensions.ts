import type { Extensions } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { Placeholder } from '@tiptap/extensions';
import { Figure } from './figure.ts';
import { BlockLanguage, InlineLanguage, Subscript, Superscript } from './language-marks.ts';
import { normalizeLinkUrl } from './link-address.ts';
import { PendingImage } from './pending-picture.ts';
import type { ImageUploads } from './picture-jobs.ts';
import { ImagePaste } from './pictures.ts';
import { tableNodes } from './table-nodes.ts';
import { CustomStarterKit } from './text-kit.ts';
import type { RichTextMessages } from './text-words.ts';

interface TextOptions {
  messages: RichTextMessages;
  placeholder: string;
  jobs: ImageUploads;
}

/** Allows only elements that the server keeps. Without options, the schema can only read a text. */
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
    // Inline images, as imported texts have them.
    Image.extend({ addInputRules: () => [] }).configure({ inline: true, allowBase64: true }),
    Figure.configure({ messages }),
    PendingImage.configure({ messages, jobs }),
    ...tableNodes,
    ImagePaste.configure({ jobs }),
    Placeholder.configure({ placeholder, showOnlyCurrent: true }),
  ];
}
