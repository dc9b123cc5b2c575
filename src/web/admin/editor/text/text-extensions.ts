import type { Extensions } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { Placeholder } from '@tiptap/extensions';
import { Figure } from './figure.ts';
import { BlockLanguage, Language, Subscript, Superscript } from './language-marks.ts';
import { linkAddress } from './link-address.ts';
import { PendingPicture } from './pending-picture.ts';
import type { PictureJobs } from './picture-jobs.ts';
import { Pictures } from './pictures.ts';
import { tableNodes } from './table-nodes.ts';
import { TextKit } from './text-kit.ts';
import type { TextWords } from './text-words.ts';

interface TextOptions {
  words: TextWords;
  placeholder: string;
  jobs: PictureJobs;
}

/** What a text may be made of: the elements that the server keeps. Without options, for reading alone. */
export function textExtensions(options: TextOptions | null = null): Extensions {
  const { words = null, jobs = null, placeholder = '' } = options ?? {};
  return [
    TextKit.configure({
      heading: { levels: [1, 2, 3, 4] },
      undoRedo: { depth: 100, newGroupDelay: 500 },
      dropcursor: { width: 3, color: false, class: 'text-drop' },
      link: {
        openOnClick: false,
        defaultProtocol: 'http',
        isAllowedUri: (address) => linkAddress(address) !== null,
        // Names of files and versions look like hosts: only what says that it is an address becomes a link.
        shouldAutoLink: (address) => /^(?:https?:\/\/|www\.)/i.test(address),
        HTMLAttributes: { target: null, rel: null, class: null },
      },
    }),
    Subscript,
    Superscript,
    Language,
    BlockLanguage,
    // Within a line, as texts have them that came from elsewhere.
    Image.extend({ addInputRules: () => [] }).configure({ inline: true, allowBase64: true }),
    Figure.configure({ words }),
    PendingPicture.configure({ words, jobs }),
    ...tableNodes,
    Pictures.configure({ jobs }),
    Placeholder.configure({ placeholder, showOnlyCurrent: true }),
  ];
}
